// Messages that may not be sent now wait in the outbox with their reason. Nobody has to send them again.

import { newChatRefused } from '../../../../../events/messages.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { holdConnection, holdNewChats } from '../../../../company/connections/actions.ts';
import { type ConnectionRow, getConnection, keptConnection } from '../../../../company/connections/reads.ts';
import { connectionAwaitedMs, firstHoldMs, heldUntil, isAway } from '../../rules/waiting.ts';
import { dueSince, hasWritten, putOffAll, putOffStrangers } from '../../store/waiting.ts';
import { announceChanged } from '../thread/announce.ts';
import { failAll } from './fail-message.ts';

const givenUpAtOnce = 500;
/** For the rest, an agent sees the change on opening the conversation. */
const announcedMax = 200;

/**
 * Puts off due messages that may not be sent: all of them while the phone is away, and those that begin conversations while the number
 * may not. Fails messages that have waited a day for their connection. Returns true if other messages may be due.
 */
export async function putOff(ctx: Tx, connectionId: number): Promise<boolean> {
  const outbox = { connectionId, now: ctx.now() };
  const holdsBack = (connection: ConnectionRow | null) => connection && (isAway(connection) || heldUntil(connection, outbox.now));
  if (!holdsBack(await keptConnection(ctx, connectionId))) return true;
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
  const until = heldUntil(connection, outbox.now);
  if (until) await announceSome(ctx, await putOffStrangers(ctx, outbox, until));
  return true;
}

/** The provider refused a new conversation: hold back others for a while. Does nothing if this customer has written before. */
export async function noteRefusal(ctx: Tx, message: { connection_id: number; contact_id: number }): Promise<void> {
  if (await hasWritten(ctx, message.connection_id, message.contact_id)) return;
  const connection = await getConnection(ctx, message.connection_id);
  const now = ctx.now();
  if (!heldUntil(connection, now)) await holdNewChats(ctx, connection.id, new Date(now.getTime() + firstHoldMs));
  await ctx.publish(newChatRefused, { connectionId: connection.id, at: now.toISOString() });
}

async function announceSome(ctx: Tx, ids: number[]): Promise<void> {
  for (const id of ids.slice(0, announcedMax)) await announceChanged(ctx, id);
}
