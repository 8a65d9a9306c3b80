// What a connection may be set to. Pure.
import { type ConnectionChannel, type ConnectionStatus, tokenMask } from '@balcao/contract/connection-rules';
import { accept, refuse, type Verdict } from '@balcao/contract/errors';

/** With several queues to choose from, the customer has to be asked. */
export function greetingSuffices(greeting: string, queues: number): Verdict<null> {
  return queues > 1 && greeting.trim() === '' ? refuse('ERR_WAPP_GREETING_REQUIRED') : accept(null);
}

/** Whether a connection is the default afterwards. While there is one, one of them is; it is given away, not given up. */
export function defaultAfter(asked: boolean | undefined, now: { isDefault: boolean; others: number }): Verdict<boolean> {
  if (now.others === 0 && !now.isDefault) return accept(true);
  if (now.isDefault && asked === false) return refuse('ERR_NO_OTHER_WHATSAPP');
  return accept(asked ?? now.isDefault);
}

/** The default connection goes last. */
export function mayRemove(connection: { isDefault: boolean; others: number }): Verdict<null> {
  return connection.isDefault && connection.others > 0 ? refuse('ERR_NO_OTHER_WHATSAPP') : accept(null);
}

/** What to do with the token somebody sent: the mask comes from a form that was filled from an answer. */
export function tokenChange(sent: string | undefined): { kind: 'keep' } | { kind: 'clear' } | { kind: 'set'; token: string } {
  const token = sent?.trim();
  if (token === undefined || token === tokenMask) return { kind: 'keep' };
  return token === '' ? { kind: 'clear' } : { kind: 'set', token };
}

/** A built-in phone needs nobody's consent; the others are started once they exist. */
export function firstStatus(channel: ConnectionChannel): ConnectionStatus {
  return channel === 'simulator' ? 'CONNECTED' : 'OPENING';
}

/** Which channels a number may change to: a built-in phone is no number, so nothing becomes one, and it becomes nothing else. */
export function mayChangeChannel(from: ConnectionChannel, to: ConnectionChannel): boolean {
  return from === to || (from !== 'simulator' && to !== 'simulator');
}

export type SessionState = {
  status: ConnectionStatus;
  statusReason: string | null;
  number?: string | null | undefined;
  qrcode?: string | undefined;
  pairingCode?: string | undefined;
  codeExpiresAt?: Date | null | undefined;
};

type Standing = {
  status: string;
  status_reason: string | null;
  number: string | null;
  qrcode: string;
  pairing_code: string;
  code_expires_at: Date | null;
};

/** The columns that a new state changes; null when all is as it was. A number once known stays until another one is. */
export function sessionChange(now: Standing, next: SessionState): (Standing & { status: ConnectionStatus }) | null {
  // A code is worth showing only while one is waited for.
  const waits = next.status === 'qrcode';
  const change = {
    status: next.status,
    status_reason: next.statusReason,
    number: next.number ?? now.number,
    qrcode: waits ? (next.qrcode ?? now.qrcode) : '',
    pairing_code: waits ? (next.pairingCode ?? now.pairing_code) : '',
    code_expires_at: waits ? (next.codeExpiresAt === undefined ? now.code_expires_at : next.codeExpiresAt) : null,
  };
  const same = (Object.keys(change) as (keyof Standing)[]).every((key) => String(change[key]) === String(now[key]));
  return same ? null : change;
}
