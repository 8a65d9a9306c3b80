// The worker of the outbox. One run per connection at a time; it takes the first unsent message of each chat, so messages keep their order.
// Messages are marked `sending` in one transaction, sent, and settled in another (`settle.ts`). After a crash, a `sending` message may have been sent.
// It is sent again only if the channel recognises our key; otherwise only a status from the provider proves that it was sent.
import { buffer } from 'node:stream/consumers';
import { type ConnectionChannel, connectionChannels } from '@balcao/contract/connection-rules';
import type { ErrorCode } from '@balcao/contract/errors';
import { z } from 'zod';
import { type Channel, type Outgoing, type OutgoingContent, SendFailure, type Sent } from '../../../../../gateways/whatsapp/port.ts';
import { storableAnswer } from '../../../../../gateways/whatsapp/storable.ts';
import { chance } from '../../../../../platform/chance.ts';
import type { Ctx, Outside, Tx } from '../../../../../platform/context.ts';
import { askRevision } from '../../../../../platform/db/kept.ts';
import { retryDuringOutage } from '../../../../../platform/db/retry-during-outage.ts';
import { transaction } from '../../../../../platform/db/transaction.ts';
import { AppError, isDatabaseAway } from '../../../../../platform/errors.ts';
import { faultPoint } from '../../../../../platform/faults.ts';
import { defineJob } from '../../../../../platform/jobs/define.ts';
import { keptState } from '../../../../company/companies/reads.ts';
import { setConnectionStatus } from '../../../../company/connections/actions.ts';
import { accountOfRow, type ConnectionRow, keptConnection } from '../../../../company/connections/reads.ts';
import { replyAddressIn } from '../../../contacts/reads.ts';
import { interruptedLeaseMs, isShared, retryDelay, sendAttemptsMax, sendLeaseMs } from '../../rules/delivery.ts';
import { messageRef } from '../../rules/people.ts';
import { connectionAwaitedMs, noConnectionRetryMs } from '../../rules/waiting.ts';
import { type HeldMessage, messagesToSend, type ToSend } from '../../store/messages.ts';
import { claimOutbox, nextDue, noteUncertain, type OutboxRow, recoverSends, requeue, requeueSending } from '../../store/outbox.ts';
import type { MessageWithParts } from '../../view.ts';
import { announceChanged } from '../thread/announce.ts';
import { holdMessage } from '../thread/hold-message.ts';
import { failAll, failMessage } from './fail-message.ts';
import { noteTemplateRefusal } from './note-template-refusal.ts';
import { noteRefusal, putOff } from './put-off.ts';
import { type Settle, settlingOf } from './settle.ts';
import { type Uploads, uploadsOf } from './uploads.ts';

const chatsAtOnce = 8;
/** How long the outbox of a company that was switched off waits before it looks again. */
const switchedOffMs = 5 * 60_000;
/** How often one run takes messages; the rest is left to another run, so that other companies have their turn. */
const claimsPerRun = 4;

export const deliverJob = defineJob({
  name: 'messages.deliver',
  lane: 'sending',
  payload: z.object({ connectionId: z.number() }),
  run: (ctx, { connectionId }) => deliverOutbox(ctx, connectionId),
});

/** Wakes the outbox of a connection after the running transaction has committed, or at a later time. */
export async function deliverSoon(ctx: Tx, connectionId: number, at?: Date): Promise<void> {
  const queue = `deliver:${connectionId}`;
  // Separate keys: a wake-up for now, whose message other runs may not see yet, must never be replaced by a later one.
  if (at) await ctx.enqueue(deliverJob, { connectionId }, { key: `${connectionId}:later`, queue, runAt: at });
  else await ctx.enqueue(deliverJob, { connectionId }, { key: String(connectionId), queue });
}

/**
 * Sends the first messages of a connection, then schedules the next run: at once if more messages may be due, else for the next attempt. What
 * is stored meanwhile has a run of its own.
 */
export async function deliverOutbox(ctx: Outside, connectionId: number): Promise<void> {
  const uploads = uploadsOf(ctx, connectionId);
  const settle = settlingOf(ctx);
  for (let taken = 0; ; taken++) {
    if (taken === claimsPerRun) return transaction(ctx, (ctx) => deliverSoon(ctx, connectionId));
    const { connection, messages, rest } = await takeNext(ctx, connectionId, taken === 0);
    if (messages.length === 0) return;
    faultPoint('deliver.after-claim');
    const sent = await Promise.all(
      messages.map((message) => deliver(ctx, { id: connectionId, row: connection, uploads, settle }, message).catch(ifDeleted)),
    );
    if (!rest && sent.every(Boolean)) return;
  }
}

type Taken = { connection: ConnectionRow | null; messages: ToSend[] /** The outbox holds others. */; rest: boolean };
const nothing: Taken = { connection: null, messages: [], rest: false };

/**
 * The next messages to send; if there is none, the next run is scheduled. If the database fails during this, nothing was sent yet, so the
 * claims are undone. `isFirst`: the run begins, so what is `sending` is nobody's.
 */
async function takeNext(ctx: Outside, connectionId: number, isFirst: boolean): Promise<Taken> {
  const now = ctx.now();
  const until = { text: new Date(now.getTime() + sendLeaseMs.text), file: new Date(now.getTime() + sendLeaseMs.file) };
  const repeatable = connectionChannels.filter((channel) => ctx.gateways.channel(channel).idempotentSends);
  try {
    return await transaction(ctx, async (ctx) => {
      await (isFirst ? recoverInterrupted(ctx, connectionId, repeatable) : askRevision(ctx));
      // A company that was switched off sends nothing more; what waits is kept for when it is switched on again.
      if ((await keptState(ctx)) === 'inactive') {
        if (await nextDue(ctx, connectionId)) await deliverSoon(ctx, connectionId, new Date(now.getTime() + switchedOffMs));
        return nothing;
      }
      const claims = (await putOff(ctx, connectionId)) ? await claimOutbox(ctx, connectionId, chatsAtOnce, now, until) : null;
      if (claims && claims.ids.length > 0)
        return { connection: await keptConnection(ctx, connectionId), messages: await messagesToSend(ctx, claims.ids), rest: claims.rest };
      const due = await nextDue(ctx, connectionId);
      if (due) await deliverSoon(ctx, connectionId, due);
      return nothing;
    });
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    await retryUntilStored(ctx, () => transaction(ctx, (ctx) => requeueSending(ctx, connectionId, ctx.now(), until)));
    return takeNext(ctx, connectionId, isFirst);
  }
}

/**
 * No other run of this connection is active, so messages that are `sending` now are uncertain, or were interrupted when their process died.
 * Sends them again if the channel recognises our key. Otherwise they wait for a status and fail when their lease expires, which is soon if
 * they were interrupted.
 */
async function recoverInterrupted(ctx: Tx, connectionId: number, repeatable: readonly ConnectionChannel[]): Promise<void> {
  const now = ctx.now();
  const until = new Date(now.getTime() + interruptedLeaseMs);
  const expired = await recoverSends(ctx, connectionId, { now, until, uncertain: 'unconfirmed', repeatable });
  await failAll(ctx, expired, 'unconfirmed', ({ lease_until }) => lease_until !== null && lease_until <= now);
}

type Way = { id: number; row: ConnectionRow | null; uploads: Uploads; settle: Settle };

/** Whether it was sent; if not, when it is tried again is stored. */
async function deliver(ctx: Outside, { id: connectionId, row, uploads, settle }: Way, message: ToSend): Promise<boolean> {
  try {
    if (!row) throw new SendFailure('refused', 'connection_down', 'the connection was removed');
    const to = replyAddressIn({ number: message.contact_number, identities: message.identities }, row.channel);
    if (!to) throw new SendFailure('refused', 'not_on_whatsapp', 'no address leads there');
    const outgoing = {
      clientKey: message.client_key ?? `message:${message.id}`,
      to,
      quoted: quotedBy(message),
      forwarded: message.is_forwarded,
    };
    const sent = storableAnswer(await send(ctx, { row, uploads }, message, outgoing));
    faultPoint('deliver.after-send');
    await settle({ message, sent });
    faultPoint('deliver.after-settle');
    return true;
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    await retryUntilStored(ctx, () => fail(ctx, message.id, connectionId, error));
    return false;
  }
}

/** Sends a message; a file that goes to many is uploaded before it, once for all. */
async function send(
  ctx: Outside,
  { row, uploads }: { row: ConnectionRow; uploads: Uploads },
  message: ToSend,
  outgoing: Omit<Outgoing, 'content'>,
): Promise<Sent> {
  const channel = ctx.gateways.channel(row.channel);
  const account = accountOfRow(ctx, row);
  const sendAs = async (uploadedAs?: string) => {
    const content = await contentOf(ctx, message, uploadedAs);
    faultPoint('deliver.before-send');
    return channel.send(account, { ...outgoing, content });
  };
  if (!channel.upload || !isShared(message)) return sendAs();
  const { media_key: key } = message;
  const upload = async () => channel.upload?.(account, await fileOf(ctx, key, message)) ?? '';
  const found = uploads.of(key, upload);
  const { id, isOld } = await found;
  return sendAs(id).catch(async (error: unknown) => {
    if (!isOld || !isRefusedForFile(error)) throw error;
    return sendAs((await uploads.instead(found, key, upload)).id);
  });
}

/** The provider's answer may mean that it has forgotten the file. The message was not sent. */
function isRefusedForFile(error: unknown): boolean {
  return (
    error instanceof SendFailure && error.outcome === 'refused' && (error.reason === 'invalid_request' || error.reason === 'media_rejected')
  );
}

/** A message is deleted together with its ticket. */
function ifDeleted(error: unknown): false {
  if (!hasCode(error, 'ERR_NO_MESSAGE_FOUND')) throw error;
  return false;
}

function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof AppError && error.code === code;
}

function quotedBy({ quoted }: MessageWithParts): Outgoing['quoted'] {
  const ref = quoted && messageRef(quoted);
  return ref && { ...ref, text: quoted.body };
}

/** Once claimed, a message is followed to its end even if the database is away for a while: giving up would leave its state unknown. */
function retryUntilStored<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  return retryDuringOutage(ctx.log, work);
}

async function contentOf(ctx: Outside, message: MessageWithParts, uploadedAs?: string): Promise<OutgoingContent> {
  if (message.location) return { type: 'location', ...message.location };
  if (message.cards) return { type: 'contacts', cards: message.cards };
  if (message.template) {
    const { name, language, parameters } = message.template;
    const file = message.media_key ? { as: 'document' as const, ...(await fileOf(ctx, message.media_key, message, uploadedAs)) } : null;
    return { type: 'template', name, language, body: message.body, parameters, file };
  }
  if (message.choices) return { type: 'choices', body: message.body, ...message.choices };
  if (!message.media_key) return { type: 'text', body: message.body };
  const file = await fileOf(ctx, message.media_key, message, uploadedAs);
  const as = message.is_voice ? 'voice' : message.media_type === 'application' ? 'document' : message.media_type;
  if (as !== 'image' && as !== 'video' && as !== 'audio' && as !== 'voice' && as !== 'document' && as !== 'sticker') {
    throw new SendFailure('refused', 'invalid_request', `cannot send ${message.media_type}`);
  }
  return { type: 'media', as, ...file, caption: message.body === file.filename ? '' : message.body };
}

async function fileOf(ctx: Outside, key: string, { media_mime, media_name }: MessageWithParts, uploadedAs?: string) {
  const named = { mime: media_mime ?? 'application/octet-stream', filename: media_name ?? 'arquivo' };
  if (uploadedAs !== undefined) return { ...named, bytes: new Uint8Array(), uploadedAs };
  const bytes = await bytesOf(ctx, key).catch((error: unknown) => {
    throw new SendFailure('retry', 'network', error instanceof Error ? error.message : String(error));
  });
  if (!bytes) throw new SendFailure('refused', 'media_rejected', 'the file is gone');
  return { ...named, bytes };
}

async function bytesOf(ctx: Outside, key: string): Promise<Buffer | null> {
  const stored = await ctx.gateways.files.get(key);
  return stored && buffer(stored.stream);
}

async function fail(ctx: Ctx, messageId: number, connectionId: number, failure: SendFailure): Promise<void> {
  ctx.log.warn({ messageId, connectionId, outcome: failure.outcome, reason: failure.reason }, 'message not sent');
  await transaction(ctx, async (ctx) => {
    const message = await holdMessage(ctx, messageId);
    if (message.outbox?.state !== 'sending') return;
    const { attempts } = message.outbox;
    // It stays `sending` until a status settles it or the lease expires.
    if (failure.outcome === 'uncertain') return noteUncertain(ctx, messageId, 'unconfirmed', ctx.now());
    if (failure.reason === 'restricted') await noteRefusal(ctx, message);
    if (failure.outcome === 'retry' && failure.reason === 'connection_down')
      return waitForConnection(ctx, message, message.outbox, failure);
    if (failure.outcome === 'retry' && attempts < sendAttemptsMax) {
      const at = new Date(ctx.now().getTime() + retryDelay(attempts, failure.retryAfterMs, chance()));
      await requeue(ctx, messageId, { nextAttemptAt: at }, ctx.now());
      await announceChanged(ctx, messageId);
      return;
    }
    await failMessage(ctx, message, failure.reason);
    await noteTemplateRefusal(ctx, message, failure.reason);
    if (failure.reason === 'credentials')
      await setConnectionStatus(ctx, connectionId, { status: 'DISCONNECTED', statusReason: 'credentials' });
  });
}

/** The message is not at fault: the attempt does not count, and it is sent once the connection is back. */
async function waitForConnection(ctx: Tx, message: HeldMessage, outbox: OutboxRow, failure: SendFailure): Promise<void> {
  const now = ctx.now();
  if (now.getTime() - outbox.created_at.getTime() >= connectionAwaitedMs) return failMessage(ctx, message, failure.reason);
  const at = new Date(now.getTime() + Math.max(noConnectionRetryMs, failure.retryAfterMs));
  await requeue(ctx, message.id, { nextAttemptAt: at, reason: failure.reason, attempts: outbox.attempts - 1 }, now);
  await announceChanged(ctx, message.id);
}

/** Settles a message whose send never ended. */
export function settleLost(ctx: Ctx, messageId: number, channel: Pick<Channel, 'idempotentSends'>, connectionId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const message = await holdMessage(ctx, messageId);
    if (message.outbox?.state !== 'sending') return;
    if (channel.idempotentSends) await requeue(ctx, messageId, { nextAttemptAt: null }, ctx.now());
    else await failMessage(ctx, message, 'unconfirmed');
    await deliverSoon(ctx, connectionId);
  });
}
