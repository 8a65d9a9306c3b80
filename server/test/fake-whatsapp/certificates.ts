// A certificate for localhost made with node:crypto alone, so that no program and no key file is needed (X.509 in DER, RFC 5280).
import { generateKeyPairSync, sign } from 'node:crypto';

const dayMs = 24 * 60 * 60 * 1000;

/** A fresh certificate authority that is its own server certificate, valid for localhost and 127.0.0.1; both in PEM. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from('fake-whatsapp')))));
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const subjectAltName = sequence(tlv(0x82, Buffer.from('localhost')), tlv(0x87, Buffer.from([127, 0, 0, 1])));
  const isAuthority = sequence(tlv(1, Buffer.from([0xff])));
  const body = sequence(
    tlv(0xa0, tlv(2, Buffer.from([2]))),
    tlv(2, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(Date.now() - dayMs)), time(new Date(Date.now() + 365 * dayMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(extension('551d11', subjectAltName), extension('551d13', isAuthority, true))),
  );
  const certificate = sequence(body, ecdsaWithSha256, tlv(3, Buffer.from([0]), sign('sha256', body, privateKey)));
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: pem(certificate) };
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return sequence(oid(id), ...(critical ? [tlv(1, Buffer.from([0xff]))] : []), tlv(4, value));
}

function sequence(...parts: Uint8Array[]): Buffer {
  return tlv(0x30, ...parts);
}

function oid(hex: string): Buffer {
  return tlv(6, Buffer.from(hex, 'hex'));
}

function time(date: Date): Buffer {
  return tlv(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
}

function tlv(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
}

function lengthOf(length: number): Buffer {
  if (length < 128) return Buffer.from([length]);
  if (length < 256) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}
