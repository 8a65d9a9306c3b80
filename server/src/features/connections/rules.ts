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

export type SessionState = {
  status: ConnectionStatus;
  statusReason: string | null;
  number?: string | null | undefined;
  qrcode?: string | undefined;
};

/** The columns that a new state changes; null when all is as it was. A number once known stays until another one is. */
export function sessionChange(
  now: { status: string; status_reason: string | null; number: string | null; qrcode: string },
  next: SessionState,
): { status: ConnectionStatus; status_reason: string | null; number: string | null; qrcode: string } | null {
  const number = next.number ?? now.number;
  const qrcode = next.qrcode ?? (next.status === 'qrcode' ? now.qrcode : '');
  const same = now.status === next.status && now.status_reason === next.statusReason && now.number === number && now.qrcode === qrcode;
  return same ? null : { status: next.status, status_reason: next.statusReason, number, qrcode };
}
