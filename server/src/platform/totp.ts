// Codes by the clock (RFC 6238), as authenticator apps make them: six digits, another every thirty seconds.
import { Secret, TOTP } from 'otpauth';

const stepSeconds = 30;
/** How many steps a clock may be off, either way. */
const tolerance = 1;

/** A secret of 160 bits, in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What an app reads from a QR code. */
export function totpUri(secret: string, issuer: string, account: string): string {
  return totpOf(secret, issuer, account).toString();
}

/** The code at a moment. */
export function totpCode(secret: string, at: Date): string {
  return totpOf(secret).generate({ timestamp: at.getTime() });
}

/** The step of time to which the code belongs, if that is now or just was or will be; null otherwise. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const off = totpOf(secret).validate({ token: code, timestamp, window: tolerance });
  return off === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + off;
}

function totpOf(secret: string, issuer = 'Balcão', label = ''): TOTP {
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret) });
}
