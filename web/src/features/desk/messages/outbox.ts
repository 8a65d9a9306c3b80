// Sends messages: one after another per ticket, under an idempotency key, so that a retry never sends twice.
// Network failures are retried until they succeed. Pending texts survive a reload.
import type { MessageView } from '@balcao/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { messageKeys } from '../../../data/messages/keys.ts';
import { applyMessage } from '../../../data/messages/live.ts';
import { dropPending, type PendingMessage, type PendingTo, pendingMessages, putPending } from '../../../data/messages/pending.ts';
import { rowsOf } from '../../../data/tickets/rows.ts';
import { ApiError, api, isPassing, upload } from '../../../platform/api.ts';
import { now } from '../../../platform/clock.ts';
import { newIdempotencyKey } from '../../../platform/random.ts';
import { onSignOut } from '../../../platform/session.ts';
import { onResync } from '../../../platform/socket.ts';
import { ownKey, readStored, writeStored } from '../../../platform/storage.ts';

export type Outgoing = {
  ticketId: number;
  body: string;
  quoted: MessageView | null;
  file: PendingMessage['file'];
  after?: string | null | undefined;
};

const lanes = new Map<number, Promise<void>>();
const filesOnTheirWay = new Set<string>();
const pauses = new Set<() => void>();
/** What another tab may have sent, since both found it in storage. */
const restoredKeys = new Set<string>();
const transfers = new Map<string, AbortController>();

/** Shows the message at once and sends it after the earlier ones. */
export function send(cache: QueryClient, outgoing: Outgoing): void {
  enqueue(cache, {
    ...outgoing,
    to: whomFor(cache, outgoing.ticketId),
    key: newIdempotencyKey(),
    createdAt: new Date(now()).toISOString(),
    state: 'sending',
    progress: 0,
    error: null,
  });
}

/** Sends a failed message again, under the same key, whatever colleagues answered meanwhile. */
export function sendAgain(cache: QueryClient, pending: PendingMessage): void {
  restoredKeys.delete(pending.key);
  enqueue(cache, { ...pending, after: null, state: 'sending', progress: 0, error: null });
}

/** Cancels a pending message and forgets it. */
export function cancelSend(cache: QueryClient, pending: PendingMessage): void {
  dropPending(cache, pending.ticketId, pending.key);
  forget(storageKey(), pending.key);
  transfers.get(pending.key)?.abort();
  if (pending.file?.previewUrl) URL.revokeObjectURL(pending.file.previewUrl);
}

function enqueue(cache: QueryClient, pending: PendingMessage): void {
  const kept = storageKey();
  if (pending.file) filesOnTheirWay.add(pending.key);
  putPending(cache, pending);
  if (!restoredKeys.has(pending.key)) remember(kept, pending);
  const lane = (lanes.get(pending.ticketId) ?? Promise.resolve()).then(() => deliver(cache, pending.ticketId, pending.key, kept));
  lanes.set(pending.ticketId, lane);
}

/** `kept`: the storage key of the author. By the end, another person may be signed in. */
async function deliver(cache: QueryClient, ticketId: number, key: string, kept: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const pending = pendingMessages(cache, ticketId).find((held) => held.key === key);
    if (!pending || pending.state === 'failed') return;
    const transfer = new AbortController();
    transfers.set(key, transfer);
    try {
      const messages = await inOneTab(ticketId, async () =>
        sentElsewhere(kept, pending) ? [] : transmit(cache, pending, transfer.signal),
      );
      for (const message of messages) applyMessage(cache, message);
      dropPending(cache, ticketId, key);
      forget(kept, key);
      return;
    } catch (error) {
      if (!pendingMessages(cache, ticketId).some((held) => held.key === key)) {
        // Cancelled, or confirmed by the news. Signing out empties the cache too, but then it must be sent at the next sign-in.
        if (kept === storageKey()) forget(kept, key);
        return;
      }
      if (!(error instanceof ApiError) || !isPassing(error)) {
        putPending(cache, {
          ...pending,
          state: 'failed',
          error: error instanceof ApiError ? error : new ApiError(0, { error: 'ERR_UNKNOWN' }),
        });
        return;
      }
      putPending(cache, { ...pending, state: 'waiting', error });
      await pause(Math.min(30_000, 1000 * 2 ** attempt));
    } finally {
      transfers.delete(key);
    }
  }
}

function transmit(cache: QueryClient, pending: PendingMessage, signal: AbortSignal): Promise<MessageView[]> {
  const { ticketId, key, body, quoted, file, after } = pending;
  const looked = after ? { after: Number(after) } : {};
  const call = { params: { ticketId }, idempotencyKey: key, signal };
  if (!file) return api('POST /messages/:ticketId', { ...call, body: { body, quotedMsg: quoted ? { id: quoted.id } : null, ...looked } });
  const form = new FormData();
  // Fields before files, so that the server has them when the bytes arrive.
  form.append('body', body);
  if (quoted) form.append('quotedMsg', quoted.id);
  if (after) form.append('after', after);
  if (file.kind === 'voice' || file.kind === 'sticker') form.append('as', file.kind);
  form.append('medias', file.blob, file.name);
  const onProgress = (progress: number) => {
    const held = pendingMessages(cache, ticketId).find((other) => other.key === key);
    if (held) putPending(cache, { ...held, state: 'sending', progress });
  };
  return upload('POST /messages/:ticketId', { ...call, body: form, onProgress });
}

/** Sends in one tab at a time: two of them with the same text ahead of them would both send it. */
function inOneTab<T>(ticketId: number, run: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(`balcao-send-${ticketId}`, run) : run();
}

/** Was this text, kept by all tabs, sent by another one while this one waited? */
function sentElsewhere(kept: string, { key, file }: PendingMessage): boolean {
  return !file && restoredKeys.has(key) && !keptTexts(kept).some((text) => text.key === key);
}

function whomFor(cache: QueryClient, ticketId: number): PendingTo | null {
  const ticket = rowsOf(cache)[ticketId];
  return ticket ? { name: ticket.contact.name, uuid: ticket.uuid } : null;
}

/** Tries everything again at once: what waits, and what was refused. */
export function sendAllAgain(cache: QueryClient, all: readonly PendingMessage[]): void {
  for (const end of [...pauses]) end();
  for (const pending of all) if (pending.state === 'failed') sendAgain(cache, pending);
}

/** Waits, but only until the connection is back or the person asks. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', end);
      pauses.delete(end);
      stop();
      resolve();
    };
    const timer = window.setTimeout(end, ms);
    window.addEventListener('online', end);
    pauses.add(end);
    const stop = onResync(end);
  });
}

const storageKey = () => ownKey('outbox');
type Kept = Pick<PendingMessage, 'key' | 'ticketId' | 'to' | 'body' | 'quoted' | 'after' | 'createdAt'>;

// All tabs share one storage key, so each adds and removes only its own texts.
function keptTexts(kept: string): Kept[] {
  try {
    return JSON.parse(readStored(kept) ?? '[]') as Kept[];
  } catch {
    return [];
  }
}

function remember(kept: string, { key, ticketId, to, body, quoted, after, createdAt, file }: PendingMessage): void {
  if (file) return;
  const others = keptTexts(kept).filter((text) => text.key !== key);
  writeStored(kept, JSON.stringify([...others, { key, ticketId, to, body, quoted, after, createdAt }]));
}

function forget(kept: string, key: string): void {
  filesOnTheirWay.delete(key);
  const others = keptTexts(kept).filter((text) => text.key !== key);
  writeStored(kept, others.length > 0 ? JSON.stringify(others) : null);
}

// A file that is on its way is kept nowhere else: whoever leaves now is asked.
window.addEventListener('beforeunload', (event) => {
  if (filesOnTheirWay.size > 0) event.preventDefault();
});

let restored = false;
onSignOut(() => {
  filesOnTheirWay.clear();
  restored = false;
});

/** Sends what was pending when the page was closed. The idempotency keys prevent duplicates. */
export function resumeOutbox(cache: QueryClient): void {
  if (restored) return;
  restored = true;
  cache.setQueryDefaults(messageKeys.allPending, { gcTime: Number.POSITIVE_INFINITY, staleTime: Number.POSITIVE_INFINITY });
  for (const text of keptTexts(storageKey())) {
    restoredKeys.add(text.key);
    enqueue(cache, { ...text, to: text.to ?? null, file: null, state: 'sending', progress: 0, error: null });
  }
}
