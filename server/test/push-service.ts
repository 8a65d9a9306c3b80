// A push service on this machine, as strict as those of the browsers: it refuses what is not signed by the installation, not encrypted for the
// browser, or not for its address, and reads what it takes with the browser's keys.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { certificate, certificateKey } from './local-certificate.ts';

/** A browser with its address and keys, and what it was told. */
export type Browser = {
  subscription: { endpoint: string; p256dh: string; auth: string };
  notices: Record<string, unknown>[];
  /** How the service answers for it; 201 unless changed. `silence`: not at all. */
  answer: number | 'silence';
  /** The headers of what came last. */
  headers: Record<string, string | undefined>;
};

export type PushService = {
  origin: string;
  /** The certificate by which it is trusted. */
  certificate: string;
  /** A browser that takes only what is signed with this key. */
  browser(publicKey: string): Browser;
  /** Why requests were refused. */
  refusals: string[];
  close(): Promise<void>;
};

type Held = Browser & { publicKey: string; keys: ReturnType<typeof createECDH>; secret: Buffer };

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Held>();
  const refusals: string[] = [];
  const server: Server = createServer({ cert: certificate, key: certificateKey }, async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const browser = browsers.get(request.url ?? '');
    if (!browser) return response.writeHead(404).end();
    if (browser.answer === 'silence') return;
    if (browser.answer !== 201) return response.writeHead(browser.answer).end();
    try {
      const headers = request.headers as Record<string, string | undefined>;
      if (request.method !== 'POST') throw new Error(`${request.method} is no POST`);
      await checkHeaders(headers, browser.publicKey, origin);
      browser.notices.push(JSON.parse(decrypt(Buffer.concat(parts), browser)) as Record<string, unknown>);
      browser.headers = headers;
      response.writeHead(201, { location: `${origin}/message` }).end();
    } catch (error) {
      refusals.push(String(error));
      response.writeHead(400).end(String(error));
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    certificate,
    refusals,
    browser(publicKey) {
      const keys = createECDH('prime256v1');
      const secret = randomBytes(16);
      const path = `/push/${randomBytes(24).toString('base64url')}`;
      const subscription = { endpoint: `${origin}${path}`, p256dh: keys.generateKeys('base64url'), auth: secret.toString('base64url') };
      const browser: Held = { subscription, notices: [], answer: 201, headers: {}, publicKey, keys, secret };
      browsers.set(path, browser);
      return browser;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** RFC 8030 and RFC 8292: how long it is kept, how urgent it is, and who sends it. */
async function checkHeaders(headers: Record<string, string | undefined>, publicKey: string, origin: string): Promise<void> {
  if (!/^\d+$/.test(headers.ttl ?? '')) throw new Error('no TTL');
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error(`content-encoding ${headers['content-encoding']}`);
  if (!['very-low', 'low', 'normal', 'high'].includes(headers.urgency ?? '')) throw new Error(`urgency ${headers.urgency}`);
  if (!/^[\w-]{1,32}$/.test(headers.topic ?? '')) throw new Error(`topic ${headers.topic}`);
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== publicKey) throw new Error('signed by another installation');
  const point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: origin, algorithms: ['ES256'] });
  if (!/^(mailto:|https:)/.test(payload.sub ?? '')) throw new Error(`subject ${payload.sub}`);
  if ((payload.exp ?? Number.POSITIVE_INFINITY) > Date.now() / 1000 + 24 * 60 * 60) throw new Error('valid for more than a day');
}

/** RFC 8188 and RFC 8291: one record of aes128gcm. */
function decrypt(body: Buffer, { keys, secret }: Held): string {
  const salt = body.subarray(0, 16);
  const size = body.readUInt32BE(16);
  if (body.length > 4096) throw new Error('more than 4096 bytes');
  const senderLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + senderLength);
  const record = body.subarray(21 + senderLength);
  if (record.length > size) throw new Error('more than one record');
  const shared = keys.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const input = Buffer.from(hkdfSync('sha256', shared, secret, info, 32));
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end of the record');
  return plain.subarray(0, end).toString();
}
