// Messages that may not be sent now wait in the outbox with their reason. Nobody has to send them again.

import { newChatRefused } from '../../../../../events/messages.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { holdConnection, holdSending } from '../../../../company/connections/actions.ts';
import { type ConnectionRow, getConnection, keptConnection } from '../../../../company/connections/reads.ts';
import { windowHoursOf } from '../../../tickets/reads.ts';
import { connectionAwaitedMs, firstHoldMs, heldUntil, isAway } from '../../rules/waiting.ts';
import { dueSince, hasWritten, putOffAll, putOffAnswers, putOffStrangers } from '../../store/waiting.ts';
import { announceChanged } from '../thread/announce.ts';
import { failAll } from './fail-message.ts';

const givenUpAtOnce = 500;
/** For the rest, an agent sees the change on opening the conversation. */
const announcedMax = 200;

/**
 * Puts off due messages that may not be sent: all of them while the phone is away, and those that begin conversations, or answer, while the number
 * may not. Fails messages that have waited a day for their connection. Returns true if other messages may be due.
 */
export async function putOff(ctx: Tx, connectionId: number): Promise<boolean> {
  const outbox = { connectionId, now: ctx.now() };
  const kept = await keptConnection(ctx, connectionId);
  const keptHeld = kept && heldUntil(kept, outbox.now);
  if (!kept || !(isAway(kept) || keptHeld?.newChats || keptHeld?.answers)) return true;
  // To end the waiting, a transaction changes the connection first and then looks for waiting messages. Lock the connection, so that a
  // concurrent one sees these rows; otherwise they would wait for a change that has already happened.
  const connection = await holdConnection(ctx, connectionId);
  if (!connection) return true;
  if (isAway(connection)) {
    const before = new Date(outbox.now.getTime() - connectionAwaitedMs);
    await failAll(ctx, await dueSince(ctx, outbox, before, givenUpAtOnce), 'connection_down', ({ state }) => state === 'queued');
    await announceSome(ctx, await putOffAll(ctx, outbox, 'connection_down', connectionAwaitedMs));
    return false;
  }
  const { newChats, answers } = heldUntil(connection, outbox.now);
  const due = { ...outbox, since: answerableSince(connection, outbox.now) };
  if (newChats) await announceSome(ctx, await putOffStrangers(ctx, due, newChats));
  if (answers) await announceSome(ctx, await putOffAnswers(ctx, due, answers));
  return true;
}

/** Who wrote after this is answered; to others a message begins a conversation. On channels without a window whoever ever wrote. */
function answerableSince({ channel }: ConnectionRow, now: Date): Date {
  const hours = windowHoursOf(channel);
  return hours === null ? new Date(0) : new Date(now.getTime() - hours * 3_600_000);
}

/** The provider refused a new conversation: hold back others for a while. Does nothing if it was an answer. */
export async function noteRefusal(ctx: Tx, message: { connection_id: number; contact_id: number }): Promise<void> {
  const connection = await getConnection(ctx, message.connection_id);
  const now = ctx.now();
  if (await hasWritten(ctx, message, answerableSince(connection, now))) return;
  if (!heldUntil(connection, now).newChats) await holdSending(ctx, connection.id, { newChats: new Date(now.getTime() + firstHoldMs) });
  await ctx.publish(newChatRefused, { connectionId: connection.id, at: now.toISOString() });
}

async function announceSome(ctx: Tx, ids: number[]): Promise<void> {
  for (const id of ids.slice(0, announcedMax)) await announceChanged(ctx, id);
}
