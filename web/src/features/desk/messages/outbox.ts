// Sends messages: one after another per ticket, under an idempotency key, so that a retry never sends twice.
// Network failures are retried until they succeed. Pending texts survive a reload.
import type { MessageView } from '@balcao/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { messageKeys } from '../../../data/messages/keys.ts';
import { applyMessage } from '../../../data/messages/live.ts';
import { dropPending, type PendingMessage, pendingMessages, putPending } from '../../../data/messages/pending.ts';
import { ApiError, api, isPassing, upload } from '../../../platform/api.ts';
import { now } from '../../../platform/clock.ts';
import { newIdempotencyKey } from '../../../platform/random.ts';
import { onSignOut } from '../../../platform/session.ts';
import { onResync } from '../../../platform/socket.ts';
import { ownKey, readStored, writeStored } from '../../../platform/storage.ts';

export type Outgoing = { ticketId: number; body: string; quoted: MessageView | null; file: PendingMessage['file'] };

const lanes = new Map<number, Promise<void>>();
const transfers = new Map<string, AbortController>();

/** Shows the message at once and sends it after the earlier ones. */
export function send(cache: QueryClient, outgoing: Outgoing): void {
  enqueue(cache, {
    ...outgoing,
    key: newIdempotencyKey(),
    createdAt: new Date(now()).toISOString(),
    state: 'sending',
    progress: 0,
    error: null,
  });
}

/** Sends a failed message again, under the same key. */
export function sendAgain(cache: QueryClient, pending: PendingMessage): void {
  enqueue(cache, { ...pending, state: 'sending', progress: 0, error: null });
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
  putPending(cache, pending);
  remember(kept, pending);
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
      const messages = await transmit(cache, pending, transfer.signal);
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
  const { ticketId, key, body, quoted, file } = pending;
  const call = { params: { ticketId }, idempotencyKey: key, signal };
  if (!file) return api('POST /messages/:ticketId', { ...call, body: { body, quotedMsg: quoted ? { id: quoted.id } : null } });
  const form = new FormData();
  // Fields before files, so that the server has them when the bytes arrive.
  form.append('body', body);
  if (quoted) form.append('quotedMsg', quoted.id);
  if (file.kind === 'voice' || file.kind === 'sticker') form.append('as', file.kind);
  form.append('medias', file.blob, file.name);
  const onProgress = (progress: number) => {
    const held = pendingMessages(cache, ticketId).find((other) => other.key === key);
    if (held) putPending(cache, { ...held, state: 'sending', progress });
  };
  return upload('POST /messages/:ticketId', { ...call, body: form, onProgress });
}

/** Waits, but only until the connection is back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', end);
      stop();
      resolve();
    };
    const timer = window.setTimeout(end, ms);
    window.addEventListener('online', end);
    const stop = onResync(end);
  });
}

const storageKey = () => ownKey('outbox');
type Kept = Pick<PendingMessage, 'key' | 'ticketId' | 'body' | 'quoted' | 'createdAt'>;

// All tabs share one storage key, so each adds and removes only its own texts.
function keptTexts(kept: string): Kept[] {
  try {
    return JSON.parse(readStored(kept) ?? '[]') as Kept[];
  } catch {
    return [];
  }
}

function remember(kept: string, { key, ticketId, body, quoted, createdAt, file }: PendingMessage): void {
  if (file) return;
  const others = keptTexts(kept).filter((text) => text.key !== key);
  writeStored(kept, JSON.stringify([...others, { key, ticketId, body, quoted, createdAt }]));
}

function forget(kept: string, key: string): void {
  const others = keptTexts(kept).filter((text) => text.key !== key);
  writeStored(kept, others.length > 0 ? JSON.stringify(others) : null);
}

let restored = false;
onSignOut(() => {
  restored = false;
});

/** Sends what was pending when the page was closed. The idempotency keys prevent duplicates. */
export function resumeOutbox(cache: QueryClient): void {
  if (restored) return;
  restored = true;
  cache.setQueryDefaults(messageKeys.allPending, { gcTime: Number.POSITIVE_INFINITY, staleTime: Number.POSITIVE_INFINITY });
  for (const text of keptTexts(storageKey())) enqueue(cache, { ...text, file: null, state: 'sending', progress: 0, error: null });
}
