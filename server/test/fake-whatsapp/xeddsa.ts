// Verifying signatures made with Curve25519 keys (XEdDSA, https://signal.org/docs/specifications/xeddsa/).
import { createPublicKey, verify } from 'node:crypto';

const prime = 2n ** 255n - 19n;
const ed25519SpkiHead = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Whether `signature` (64 bytes) over `message` was made by the owner of the Curve25519 key (32 bytes). The library's own check
 * says yes to any well-formed signature, so it cannot be the judge here.
 */
export function isSignedBy(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const plain = Buffer.from(signature);
  const last = plain[63];
  if (plain.length !== 64 || last === undefined) return false;
  plain[63] = last & 0x7f;
  const point = edwards(key);
  point[31] = (point[31] ?? 0) | (last & 0x80);
  const publicKey = createPublicKey({ key: Buffer.concat([ed25519SpkiHead, point]), format: 'der', type: 'spki' });
  return verify(null, message, publicKey, plain);
}

/** The same point on the Edwards curve, without its sign: y = (u - 1) / (u + 1). */
function edwards(montgomery: Uint8Array): Buffer {
  const u = BigInt(`0x${Buffer.from(montgomery).reverse().toString('hex')}`) % prime;
  const y = ((u - 1n + prime) * power(u + 1n, prime - 2n)) % prime;
  return Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse();
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % prime;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % prime;
    square = (square * square) % prime;
  }
  return result;
}
