// A certificate authority of the test, with a server and a client that it knows.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Certificates = { ca: Buffer; server: { cert: Buffer; key: Buffer }; client: { cert: Buffer; key: Buffer }; pfx: Buffer };

export function makeCertificates(): Certificates {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-ca-'));
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' });
  try {
    run(
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '2',
      '-subj',
      '/CN=Test',
    );
    for (const who of ['server', 'client']) {
      writeFileSync(join(dir, `${who}.ext`), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
      run(
        'req',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-keyout',
        `${who}.key`,
        '-out',
        `${who}.csr`,
        '-subj',
        `/CN=${who}`,
      );
      run(
        'x509',
        '-req',
        '-in',
        `${who}.csr`,
        '-CA',
        'ca.pem',
        '-CAkey',
        'ca.key',
        '-CAcreateserial',
        '-out',
        `${who}.pem`,
        '-days',
        '2',
        '-extfile',
        `${who}.ext`,
      );
    }
    run('pkcs12', '-export', '-in', 'client.pem', '-inkey', 'client.key', '-out', 'client.p12', '-passout', 'pass:');
    const read = (name: string) => readFileSync(join(dir, name));
    const pair = (who: string) => ({ cert: read(`${who}.pem`), key: read(`${who}.key`) });
    return { ca: read('ca.pem'), server: pair('server'), client: pair('client'), pfx: read('client.p12') };
  } finally {
    rmSync(dir, { recursive: true });
  }
}
