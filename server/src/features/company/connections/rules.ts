// What a connection may be set to. Pure.
import { type ConnectionChannel, type ConnectionStatus, tokenMask } from '@balcao/contract/connection-rules';
import { accept, refuse, type Verdict } from '@balcao/contract/errors';

/** With several queues to choose from, a greeting must ask the customer. */
export function checkGreeting(greeting: string, queues: number): Verdict<null> {
  return queues > 1 && greeting.trim() === '' ? refuse('ERR_WAPP_GREETING_REQUIRED') : accept(null);
}

/** Whether a connection is the default after a change. There is always one: it can be moved to another connection, not switched off. */
export function defaultAfter(asked: boolean | undefined, now: { isDefault: boolean; others: number }): Verdict<boolean> {
  if (now.others === 0 && !now.isDefault) return accept(true);
  if (now.isDefault && asked === false) return refuse('ERR_NO_OTHER_WHATSAPP');
  return accept(asked ?? now.isDefault);
}

/** The default connection can only be removed as the last one. */
export function mayRemove(connection: { isDefault: boolean; others: number }): Verdict<null> {
  return connection.isDefault && connection.others > 0 ? refuse('ERR_NO_OTHER_WHATSAPP') : accept(null);
}

/** What to do with a token sent by a client: the mask means that a form sent back what it got. */
export function tokenChange(sent: string | undefined): { kind: 'keep' } | { kind: 'clear' } | { kind: 'set'; token: string } {
  const token = sent?.trim();
  if (token === undefined || token === tokenMask) return { kind: 'keep' };
  return token === '' ? { kind: 'clear' } : { kind: 'set', token };
}

/** The simulator is connected at once; other channels are started after they exist. */
export function firstStatus(channel: ConnectionChannel): ConnectionStatus {
  return channel === 'simulator' ? 'CONNECTED' : 'OPENING';
}

/** The channels a number may change to. The simulator has no real number, so nothing changes from or to it. */
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

type SessionColumns = {
  status: string;
  status_reason: string | null;
  number: string | null;
  qrcode: string;
  pairing_code: string;
  code_expires_at: Date | null;
};

/** The columns that a new state changes; null if nothing changes. A known number stays until another one is known. */
export function sessionChange(now: SessionColumns, next: SessionState): (SessionColumns & { status: ConnectionStatus }) | null {
  // A code is shown only while the connection waits for one to be scanned.
  const waits = next.status === 'qrcode';
  const change = {
    status: next.status,
    status_reason: next.statusReason,
    number: next.number ?? now.number,
    qrcode: waits ? (next.qrcode ?? now.qrcode) : '',
    pairing_code: waits ? (next.pairingCode ?? now.pairing_code) : '',
    code_expires_at: waits ? (next.codeExpiresAt === undefined ? now.code_expires_at : next.codeExpiresAt) : null,
  };
  const same = (Object.keys(change) as (keyof SessionColumns)[]).every((key) => String(change[key]) === String(now[key]));
  return same ? null : change;
}
