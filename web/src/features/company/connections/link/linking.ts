// How far linking a phone has come, derived from the connection as the server reports it.
import type { ConnectionView } from '@balcao/contract/connections';

/** The phone scans the QR code, or the person types a code on the phone. */
export type LinkMethod = 'qr' | 'code';

/** `expired`: nobody used the code in time; `failed`: it cannot be linked, for the connection's reason. */
export type LinkStage = 'waiting' | 'qr' | 'code' | 'pairing' | 'done' | 'expired' | 'failed';

type Told = Pick<ConnectionView, 'status' | 'statusReason' | 'qrcode' | 'pairingCode'>;

/** `shown`: a code was on screen, so if the session opens now, the phone has confirmed it. */
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

/** The time a code has left at `now`, in milliseconds and as a share of its lifetime. Null if unknown. */
export function lifeOfCode(
  { codeExpiresAt, updatedAt }: Pick<ConnectionView, 'codeExpiresAt' | 'updatedAt'>,
  now: number,
): { leftMs: number; share: number } | null {
  if (codeExpiresAt === null) return null;
  const ends = Date.parse(codeExpiresAt);
  // Uses only the server's clock: a slow browser clock would show too much time left.
  const whole = Math.max(1, ends - Date.parse(updatedAt));
  const leftMs = Math.min(whole, Math.max(0, ends - now));
  return { leftMs, share: leftMs / whole };
}

/** ABCD1234 as ABCD-1234, as the phone shows its eight fields. */
export function formatPairingCode(code: string): string {
  return code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}

/** The digits of a typed number with country code; Brazilian numbers may lack it. Null if it cannot be a phone number. */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(/\D/g, '');
  const national = !text.trim().startsWith('+') && (digits.length === 10 || digits.length === 11);
  const full = national ? `55${digits}` : digits;
  return /^[1-9]\d{9,14}$/.test(full) ? full : null;
}
