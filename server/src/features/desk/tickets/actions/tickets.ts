// What happens to tickets: opened, moved, deleted; found or started for what a customer writes; kept up with their messages.
import type { Rating } from '@balcao/contract/rating-rules';
import {
  endRating,
  type Move,
  type Mover,
  mayAttend,
  moveTicket as moveRule,
  openTicket as openRule,
  ratingGiven,
  readTicket,
  reopenByMessage,
  reopens,
  startTicket,
  takesMessage,
  waitForRating,
} from '@balcao/contract/ticket-move-rules';
import type { Placed } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { ticketDeleted, ticketRead } from '../../../../events/tickets.ts';
import type { Actor, Ctx, Outside, Tx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError, must, violatedConstraint } from '../../../../platform/errors.ts';
import { defaultConnection, getConnection } from '../../../company/connections/reads.ts';
import { holdQueue, queueIfThere } from '../../../company/queues/actions.ts';
import { settingOf } from '../../../company/settings/reads.ts';
import { holdUser } from '../../../company/users/actions.ts';
import { checkReachable } from '../../contacts/actions/check-number.ts';
import { getContact } from '../../contacts/reads.ts';
import { currentTicket, mustSee } from '../reads.ts';
import { saveFirstResponse, saveRating, saveRatingAsked } from '../store/attendances.ts';
import {
  atOnce,
  findActiveTicket,
  getTicket,
  type LastMessage,
  latestTicket,
  lockActiveTicketsOfQueue,
  lockRow,
  lockTicket,
  lockTicketRow,
  lockTicketsOfUser,
  removeTicket,
  saveLastAck,
  saveLastMessage,
  saveLastText,
} from '../store/tickets.ts';
import { placeOf, type TicketRow } from '../view.ts';
import { addTicket, announceTicket, changeTicket, changeUnannounced } from './change.ts';

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
      const { contactId } = wanted;
      await getContact(ctx, contactId);
      const connection = await getConnection(ctx, connectionId);
      const ticket = must(openRule({ ...wanted, connectionId: connection.id }, moverOf(ctx.actor), ctx.now()));
      const active = await findActiveTicket(ctx, contactId, connection.id);
      if (active) throw await otherOpenTicket(ctx, active.id);
      await checkPlace(ctx, ticket);
      return announceTicket(ctx, null, await addTicket(ctx, { ...ticket, contactId, isGroup: false }));
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
  const ticket = await lockTicket(ctx, ticketId);
  await changeUnannounced(ctx, ticket, waitForRating(ticket, until));
  await saveRatingAsked(ctx, attendanceId, ctx.now());
}

/** Notes the rating on the attendance that was asked about last. Null when it is rated already, or was never asked about. */
export function rateAttendance(ctx: Tx, ticketId: number, rating: Rating): Promise<{ id: number; userId: number | null } | null> {
  return saveRating(ctx, ticketId, rating, ctx.now());
}

/** Accepts, returns, resolves, reopens or transfers. Whoever comes second to an accept is told ERR_TICKET_TAKEN. */
export async function moveTicket(ctx: Ctx | Tx, ticketId: number, move: Move): Promise<TicketView> {
  try {
    return await transaction(ctx, async (ctx) => {
      const before = await lockTicket(ctx, ticketId);
      mustSee(ctx.actor, before);
      const reopened = before.status === 'closed' && move.status !== undefined && move.status !== 'closed';
      const stays = move.queueId === undefined || move.queueId === before.queueId;
      const queueId = reopened && stays ? await queueIfThere(ctx, before.queueId) : move.queueId;
      const patch = must(moveRule(before, { ...move, queueId }, moverOf(ctx.actor), ctx.now()));
      const after = { ...before, ...patch };
      await checkPlace(ctx, after, before);
      if (after.connectionId !== null && after.connectionId !== before.connectionId) await getConnection(ctx, after.connectionId);
      return changeTicket(ctx, before, patch);
    });
  } catch (error) {
    // Reopening, or moving to a connection where the contact has an active ticket already.
    if (violatedConstraint(error) === 'tickets_active') throw new AppError('ERR_OTHER_OPEN_TICKET');
    throw error;
  }
}

function moverOf(actor: Actor): Mover {
  return actor.kind === 'user' ? actor : null;
}

/** Queue and agent must exist, and an agent must be able to see what they are given. */
async function checkPlace(ctx: Tx, placed: Placed, before?: Placed): Promise<void> {
  const queueIsNew = placed.queueId !== null && placed.queueId !== before?.queueId;
  const userIsNew = placed.userId !== null && placed.userId !== before?.userId;
  if (queueIsNew && placed.queueId !== null) await holdQueue(ctx, placed.queueId);
  if (placed.userId === null || !(userIsNew || (queueIsNew && placed.status === 'open'))) return;
  const user = await holdUser(ctx, placed.userId);
  if (!user) throw new AppError('ERR_NO_USER_FOUND');
  if (placed.status === 'open') must(mayAttend(user, placed));
}

/** Removes a ticket with its messages. */
export function deleteTicket(ctx: Ctx, ticketId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { status, userId, queueId } = await lockTicket(ctx, ticketId);
    await removeTicket(ctx, ticketId);
    await ctx.publish(ticketDeleted, { ticketId, placed: { status, userId, queueId } });
  });
}

/** Holds a ticket the caller may see until the transaction ends. */
export async function lockVisibleTicket(ctx: Tx, ticketId: number): Promise<TicketRow> {
  const row = await lockTicketRow(ctx, ticketId);
  mustSee(ctx.actor, placeOf(row));
  return row;
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
  const { contactId, connectionId, isGroup } = chat;
  const latest = await latestTicket(ctx, contactId, connectionId);
  if (latest && takesMessage(latest, chat)) return { id: latest.id, before: latest, rating: null };
  if (latest) {
    const rating = ratingGiven(latest, chat.text, ctx.now());
    if (rating !== null) {
      await changeUnannounced(ctx, latest, endRating());
      return { id: latest.id, before: latest, rating };
    }
    if (reopens(latest, Number(await settingOf(ctx, 'reopenTicketMinutes')), ctx.now())) {
      await changeUnannounced(ctx, latest, reopenByMessage(await queueIfThere(ctx, latest.queueId), ctx.now()));
      return { id: latest.id, before: latest, rating: null };
    }
  }
  const ticket = startTicket({ ...chat, sentAt: chat.at }, ctx.now());
  const { id } = await addTicket(ctx, { ...ticket, contactId, isGroup });
  return { id, before: null, rating: null };
}

/**
 * Notes a message on its ticket and announces the change. `before` as `ticketForChat` gave it: a new or reopened ticket arrives in lists.
 * `byPerson`: an agent wrote it, which counts as the first response.
 */
export async function noteMessage(ctx: Tx, ticketId: number, before: Placed | null, last: Omit<LastMessage, 'now'>): Promise<TicketView> {
  const now = ctx.now();
  if (last.byPerson) await saveFirstResponse(ctx, ticketId, now);
  const row = await saveLastMessage(ctx, ticketId, { ...last, now });
  return announceTicket(ctx, before && { ...before, connectionId: row.connection_id }, row);
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
  const ticket = await lockTicket(ctx, ticketId);
  const patch = readTicket(ticket, moverOf(ctx.actor));
  if (!patch) return false;
  if (ticket.unreadMessages > 0) {
    const row = await changeUnannounced(ctx, ticket, patch);
    await ctx.publish(ticketRead, { ticketId, placed: placeOf(row) });
  }
  return true;
}

/** The open tickets of someone who is gone wait again. At most 50 a call; says whether there are more. */
export function releaseTicketsOf(ctx: Ctx, userId: number): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const tickets = await lockTicketsOfUser(ctx, userId);
    for (const ticket of tickets) await changeTicket(ctx, ticket, must(moveRule(ticket, { status: 'pending' }, null, ctx.now())));
    return tickets.length === atOnce;
  });
}

/** The active tickets of a queue that is gone wait without a queue. At most 50 a call; says whether there are more. */
export function unqueueTicketsOf(ctx: Ctx, queueId: number): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const tickets = await lockActiveTicketsOfQueue(ctx, queueId);
    for (const ticket of tickets)
      await changeTicket(ctx, ticket, must(moveRule(ticket, { status: 'pending', queueId: null }, null, ctx.now())));
    return tickets.length === atOnce;
  });
}
