// What happens to tickets: opened, moved, deleted; found or started for what a customer writes; kept up with their messages.
import { accept } from '@balcao/contract/errors';
import { type Rating, ratingOf } from '@balcao/contract/rating-rules';
import { canSee, type Move, type Placed, moveTicket as ruleOfMoving } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { ticketChanged, ticketClosed, ticketDeleted, ticketRead } from '../../../../events/tickets.ts';
import type { Ctx, Outside, Tx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError, must, violatedConstraint } from '../../../../platform/errors.ts';
import { defaultConnection, getConnection } from '../../../company/connections/reads.ts';
import { holdQueue, queueIfThere } from '../../../company/queues/actions.ts';
import { settingOf } from '../../../company/settings/reads.ts';
import { holdUser } from '../../../company/users/actions.ts';
import { checkReachable } from '../../contacts/actions/check-number.ts';
import { getContact } from '../../contacts/reads.ts';
import { currentTicket, mustSee, viewTicket } from '../reads.ts';
import { protocolOf, reopens, windowClosesAt } from '../rules.ts';
import { saveAttendance, saveFirstResponse, saveRating, saveRatingAsked, startAttendance } from '../store/attendances.ts';
import {
  atOnce,
  findActiveTicket,
  getTicket,
  insertTicket,
  type LastMessage,
  latestTicket,
  lockActiveTicketsOfQueue,
  lockRow,
  lockTicket,
  lockTicketsOfUser,
  removeTicket,
  saveLastAck,
  saveLastMessage,
  saveLastText,
  saveTicket,
} from '../store/tickets.ts';
import type { TicketRow } from '../view.ts';

export type OpenTicket = {
  contactId: number;
  queueId?: number | null | undefined;
  whatsappId?: number | null | undefined;
  userId?: number | null | undefined;
};

/**
 * Starts a conversation: open, assigned to the caller unless another agent is chosen. A number that WhatsApp has never told of is checked
 * first, where the connection can (`checkReachable`).
 */
export async function openTicket(ctx: Outside, wanted: OpenTicket): Promise<TicketView> {
  const self = ctx.actor.kind === 'user' ? ctx.actor.id : null;
  const connectionId = await reading(ctx, async (ctx) => {
    await getContact(ctx, wanted.contactId);
    return (await defaultConnection(ctx, self, wanted.whatsappId || null)).id;
  });
  await checkReachable(ctx, wanted.contactId, connectionId);
  try {
    return await transaction(ctx, async (ctx) => {
      const { actor } = ctx;
      await getContact(ctx, wanted.contactId);
      const connection = await getConnection(ctx, connectionId);
      if (!wanted.queueId && actor.kind === 'user' && actor.profile !== 'admin') throw new AppError('ERR_QUEUE_REQUIRED');
      const active = await findActiveTicket(ctx, wanted.contactId, connection.id);
      if (active) throw await otherOpenTicket(ctx, active.id);
      const placed: Placed = { status: 'open', userId: wanted.userId ?? self, queueId: wanted.queueId ?? null };
      await checkPlace(ctx, placed);
      // A non-admin must be able to see what he opens.
      if (actor.kind === 'user' && placed.userId === actor.id)
        mustSee(actor, { status: placed.status, user_id: placed.userId, queue_id: placed.queueId });
      const id = await startTicket(ctx, {
        ...placed,
        contactId: wanted.contactId,
        connectionId: connection.id,
        isGroup: false,
        at: ctx.now(),
      });
      return announce(ctx, null, id, true);
    });
  } catch (error) {
    // Two people opened one at the same time.
    if (violatedConstraint(error) === 'tickets_active') return openTicket(ctx, wanted);
    throw error;
  }
}

async function otherOpenTicket(ctx: Tx, ticketId: number): Promise<AppError> {
  const row = await getTicket(ctx, ticketId);
  const ticket = {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    userId: row.user_id,
    user: { id: row.user_id, name: row.user_name ?? '' },
    queue: { id: row.queue_id, name: row.queue_name ?? '' },
  };
  return new AppError('ERR_OTHER_OPEN_TICKET', { ticket }, undefined, JSON.stringify(ticket));
}

/** Notes that the customer was asked to rate the attendance that ended; until then a 1, 2 or 3 is the answer. */
export async function awaitRating(ctx: Tx, ticketId: number, attendanceId: number, until: Date): Promise<void> {
  await saveTicket(ctx, ticketId, { ratingUntil: until });
  await saveRatingAsked(ctx, attendanceId, ctx.now());
}

/** Notes the rating on the attendance that was asked about last. Null when it is rated already, or was never asked about. */
export function rateAttendance(ctx: Tx, ticketId: number, rating: Rating): Promise<{ id: number; userId: number | null } | null> {
  return saveRating(ctx, ticketId, rating, ctx.now());
}

export type MoveTicket = Move & {
  chatbot?: boolean | undefined;
  useIntegration?: boolean | undefined;
  promptId?: number | null | undefined;
  integrationId?: number | null | undefined;
};

/** Accepts, returns, resolves, reopens or transfers. Whoever comes second to an accept is told ERR_TICKET_TAKEN. */
export async function moveTicket(ctx: Ctx | Tx, ticketId: number, move: MoveTicket): Promise<TicketView> {
  try {
    return await transaction(ctx, async (ctx) => {
      const before = await lockTicket(ctx, ticketId);
      mustSee(ctx.actor, before);
      const by = ctx.actor.kind === 'user' ? ctx.actor : { id: 0, profile: 'admin' as const };
      const placed = { status: before.status, userId: before.user_id, queueId: before.queue_id, connectionId: before.connection_id };
      const reopened = before.status === 'closed' && move.status !== undefined && move.status !== 'closed';
      const stays = move.queueId === undefined || move.queueId === before.queue_id;
      const queueId = reopened && stays ? await queueIfThere(ctx, before.queue_id) : move.queueId;
      const after = must(ruleOfMoving(placed, { ...move, queueId }, by));
      await checkPlace(ctx, after, before);
      if (after.connectionId !== null && after.connectionId !== before.connection_id) await getConnection(ctx, after.connectionId);
      await saveTicket(ctx, ticketId, {
        ...after,
        closedAt: after.status === 'closed' ? (before.status === 'closed' ? undefined : ctx.now()) : null,
        ratingUntil: after.status === 'closed' ? undefined : null,
        unreadMessages: ctx.actor.kind === 'user' && after.userId === ctx.actor.id ? 0 : undefined,
        ...flagsOf(move, after.status),
        at: ctx.now(),
      });
      await followAttendance(ctx, before, after);
      const moved =
        after.status !== before.status ||
        after.userId !== before.user_id ||
        after.queueId !== before.queue_id ||
        after.connectionId !== before.connection_id;
      return announce(ctx, placed, ticketId, moved);
    });
  } catch (error) {
    // Reopening, or moving to a connection where the contact has an active ticket already.
    if (violatedConstraint(error) === 'tickets_active') throw new AppError('ERR_OTHER_OPEN_TICKET');
    throw error;
  }
}

/** A closed conversation has no bot, prompt or integration any more; otherwise what was sent is stored. */
function flagsOf(move: MoveTicket, status: Placed['status']) {
  if (status === 'closed') return { chatbot: false, useIntegration: false, promptId: null, integrationId: null };
  return {
    chatbot: move.chatbot ?? false,
    useIntegration: move.useIntegration,
    promptId: move.promptId,
    integrationId: move.integrationId,
  };
}

async function followAttendance(ctx: Tx, before: TicketRow, after: Placed & { connectionId: number | null }): Promise<void> {
  const at = ctx.now();
  if (before.status === 'closed' && after.status !== 'closed' && after.connectionId !== null) {
    await startAttendance(ctx, { ...after, ticketId: before.id, contactId: before.contact_id, connectionId: after.connectionId, at });
    return;
  }
  const ended = await saveAttendance(ctx, before.id, {
    ...after,
    queueChanged: after.queueId !== before.queue_id || before.status === 'open',
    at,
  });
  if (before.status !== 'closed' && after.status === 'closed') {
    await ctx.publish(ticketClosed, {
      ticketId: before.id,
      attendanceId: ended,
      byUserId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    });
  }
}

/** Queue and agent must exist, and an agent must be able to see what he is given. */
async function checkPlace(ctx: Tx, placed: Placed, before?: TicketRow): Promise<void> {
  const queueIsNew = placed.queueId !== null && placed.queueId !== before?.queue_id;
  const userIsNew = placed.userId !== null && placed.userId !== before?.user_id;
  if (queueIsNew && placed.queueId !== null) await holdQueue(ctx, placed.queueId);
  if (placed.userId === null || !(userIsNew || (queueIsNew && placed.status === 'open'))) return;
  const user = await holdUser(ctx, placed.userId);
  if (!user) throw new AppError('ERR_NO_USER_FOUND');
  if (placed.status !== 'open') return;
  must(
    canSee(user, placed)
      ? accept(user)
      : { ok: false, error: 'ERR_USER_NOT_IN_QUEUE', details: { userId: user.id, queueId: placed.queueId } },
  );
}

/** Removes a ticket with its messages. */
export function deleteTicket(ctx: Ctx, ticketId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const row = await lockTicket(ctx, ticketId);
    await removeTicket(ctx, ticketId);
    await ctx.publish(ticketDeleted, { ticketId, placed: placeOf(row) });
  });
}

/** Holds a ticket the caller may see until the transaction ends. */
export async function lockVisibleTicket(ctx: Tx, ticketId: number): Promise<TicketRow & { windowClosesAt: Date | null }> {
  const row = await lockTicket(ctx, ticketId);
  mustSee(ctx.actor, row);
  return { ...row, windowClosesAt: windowClosesAt(row.connection_channel ?? '', row.last_inbound_at) };
}

/** Keeps everybody else from changing a ticket until the transaction ends; does nothing where it is gone. */
export function keepTicket(ctx: Tx, ticketId: number): Promise<void> {
  return lockRow(ctx, ticketId);
}

/** As `currentTicket`, and it stays so until the transaction ends. */
export async function holdTicket(ctx: Tx, ticketId: number): Promise<TicketView | null> {
  await lockRow(ctx, ticketId);
  return currentTicket(ctx, ticketId);
}

export type ForChat = {
  contactId: number;
  connectionId: number;
  isGroup: boolean;
  fromMe: boolean;
  at: Date;
  history: boolean;
  /** What was written, if it is words. */
  text: string;
};

/**
 * The ticket a message belongs to: the active one; the last one if it closed a moment ago (setting `reopenTicketMinutes`), which then waits
 * again; else a new one. What we wrote on the phone itself reopens nothing, and history goes to closed tickets only.
 * The answer to the question for a rating belongs to the closed ticket, and is a rating once. The caller holds the chat's lock.
 */
export async function ticketForChat(ctx: Tx, chat: ForChat): Promise<{ id: number; before: Placed | null; rating: Rating | null }> {
  const latest = await latestTicket(ctx, chat.contactId, chat.connectionId);
  if (latest && (latest.status !== 'closed' || chat.history || chat.fromMe)) return { id: latest.id, before: latest, rating: null };
  if (latest) {
    const rating = latest.rating_until !== null && latest.rating_until > ctx.now() ? ratingOf(chat.text) : null;
    if (rating !== null) {
      await saveTicket(ctx, latest.id, { ratingUntil: null });
      return { id: latest.id, before: latest, rating };
    }
    const minutes = Number(await settingOf(ctx, 'reopenTicketMinutes'));
    if (reopens(latest.closed_at, minutes, ctx.now())) {
      const queueId = await queueIfThere(ctx, latest.queueId);
      await saveTicket(ctx, latest.id, { status: 'pending', userId: null, queueId, closedAt: null, ratingUntil: null, at: ctx.now() });
      await startAttendance(ctx, {
        status: 'pending',
        userId: null,
        queueId,
        ticketId: latest.id,
        contactId: chat.contactId,
        connectionId: chat.connectionId,
        at: ctx.now(),
      });
      return { id: latest.id, before: latest, rating: null };
    }
  }
  const status = chat.history || chat.fromMe ? 'closed' : 'pending';
  const id = await startTicket(ctx, {
    status,
    userId: null,
    queueId: null,
    contactId: chat.contactId,
    connectionId: chat.connectionId,
    isGroup: chat.isGroup,
    at: chat.history ? chat.at : ctx.now(),
  });
  return { id, before: null, rating: null };
}

async function startTicket(
  ctx: Tx,
  ticket: Placed & { contactId: number; connectionId: number; isGroup: boolean; at: Date },
): Promise<number> {
  const { at } = ticket;
  const id = await insertTicket(ctx, ticket);
  await saveTicket(ctx, id, { protocol: protocolOf(id, at, await settingOf(ctx, 'timeZone')) });
  if (ticket.status !== 'closed') await startAttendance(ctx, { ...ticket, ticketId: id, at });
  return id;
}

/**
 * Notes a message on its ticket and announces the change. `before` as `ticketForChat` gave it: a new or reopened ticket arrives in lists.
 * `byPerson`: an agent wrote it, which counts as the first response.
 */
export async function noteMessage(ctx: Tx, ticketId: number, before: Placed | null, last: Omit<LastMessage, 'now'>): Promise<TicketView> {
  const now = ctx.now();
  if (last.byPerson) await saveFirstResponse(ctx, ticketId, now);
  const row = await saveLastMessage(ctx, ticketId, { ...last, now });
  return announce(ctx, before, ticketId, before !== null && before.status !== row.status, row);
}

/** Shows new ticks of the last message in the lists. Announces only if this was the last message. */
export async function noteAck(ctx: Tx, ticketId: number, messageId: number, ack: number, failed: boolean): Promise<void> {
  await saveLastAck(ctx, ticketId, messageId, ack, failed);
}

/** Shows the corrected text of the last message in the lists. Nothing if another message came after it. */
export async function noteText(ctx: Tx, ticketId: number, messageId: number, body: string): Promise<void> {
  await saveLastText(ctx, ticketId, messageId, body);
}

/** Forgets the unread count of a ticket that is read by its agent. False where the caller is not, or no longer, its agent. */
export async function markTicketRead(ctx: Tx, ticketId: number): Promise<boolean> {
  const row = await lockTicket(ctx, ticketId);
  if (row.status !== 'open' || ctx.actor.kind !== 'user' || row.user_id !== ctx.actor.id) return false;
  if (row.unread_messages > 0) {
    await saveTicket(ctx, ticketId, { unreadMessages: 0 });
    await ctx.publish(ticketRead, { ticketId, placed: placeOf(row) });
  }
  return true;
}

/** The open tickets of someone who is gone wait again. At most 50 a call; says whether there are more. */
export function releaseTicketsOf(ctx: Ctx, userId: number): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const ids = await lockTicketsOfUser(ctx, userId);
    for (const id of ids) await moveTicket(ctx, id, { status: 'pending' });
    return ids.length === atOnce;
  });
}

/** The active tickets of a queue that is gone wait without a queue. At most 50 a call; says whether there are more. */
export function unqueueTicketsOf(ctx: Ctx, queueId: number): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const ids = await lockActiveTicketsOfQueue(ctx, queueId);
    for (const id of ids) await moveTicket(ctx, id, { status: 'pending', queueId: null });
    return ids.length === atOnce;
  });
}

function placeOf(row: TicketRow): Placed {
  return { status: row.status, userId: row.user_id, queueId: row.queue_id };
}

async function announce(ctx: Tx, before: Placed | null, ticketId: number, moved: boolean, row?: TicketRow): Promise<TicketView> {
  const ticket = viewTicket(ctx, row ?? (await getTicket(ctx, ticketId)));
  const place = before && { status: before.status, userId: before.userId, queueId: before.queueId };
  await ctx.publish(ticketChanged, { before: place, ticket, moved, byUserId: ctx.actor.kind === 'user' ? ctx.actor.id : null });
  return ticket;
}
