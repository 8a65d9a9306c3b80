// How far the linking of a phone has come, read from what the server tells about the connection.
import type { ConnectionView } from '@balcao/contract/connections';

/** The QR code on the screen is read, or a code from the screen is typed. */
export type LinkMethod = 'qr' | 'code';

/** `expired`: nobody used the code in time; `failed`: it cannot be linked, for the connection's reason. */
export type LinkStage = 'waiting' | 'qr' | 'code' | 'pairing' | 'done' | 'expired' | 'failed';

type Told = Pick<ConnectionView, 'status' | 'statusReason' | 'qrcode' | 'pairingCode'>;

/** `shown`: a code has been in sight since it was asked for, so a session that opens now is one that the phone confirmed. */
export function linkStage(told: Told | undefined, { shown, busy }: { shown: boolean; busy: boolean }): LinkStage {
  if (!told || busy) return 'waiting';
  switch (told.status) {
    case 'qrcode':
      return told.pairingCode ? 'code' : told.qrcode ? 'qr' : 'waiting';
    case 'PAIRING':
      return 'pairing';
    case 'OPENING':
      return shown ? 'pairing' : 'waiting';
    case 'CONNECTED':
      return 'done';
    case 'TIMEOUT':
      return 'failed';
    case 'DISCONNECTED':
      return told.statusReason === 'qr_expired' || told.statusReason === 'pairing_expired' ? 'expired' : 'failed';
  }
}

/** What is left of a code at `now`, in milliseconds and as a share of its whole life. Null while nobody knows. */
export function lifeOfCode(
  { codeExpiresAt, updatedAt }: Pick<ConnectionView, 'codeExpiresAt' | 'updatedAt'>,
  now: number,
): { leftMs: number; share: number } | null {
  if (codeExpiresAt === null) return null;
  const ends = Date.parse(codeExpiresAt);
  // By the server's clock alone, so that a browser whose clock is slow does not promise more than there is.
  const whole = Math.max(1, ends - Date.parse(updatedAt));
  const leftMs = Math.min(whole, Math.max(0, ends - now));
  return { leftMs, share: leftMs / whole };
}

/** ABCD1234 as ABCD-1234, as the phone shows its eight fields. */
export function formatPairingCode(code: string): string {
  return code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}

/** The digits of a typed number with its country; a Brazilian one may come without. Null when it cannot be a number. */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(/\D/g, '');
  const national = !text.trim().startsWith('+') && (digits.length === 10 || digits.length === 11);
  const full = national ? `55${digits}` : digits;
  return /^[1-9]\d{9,14}$/.test(full) ? full : null;
}
