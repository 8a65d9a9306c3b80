import { mayAttend } from '@balcao/contract/ticket-move-rules';
import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { ticketNoteCreated, ticketNoteDeleted, ticketNoteRead } from '../../../events/ticket-notes.ts';
import { type Ctx, type Tx, userIdOf } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { AppError, must } from '../../../platform/errors.ts';
import { findUser } from '../../company/users/reads.ts';
import { visibleTicket } from '../tickets/reads.ts';
import { mayRemove } from './access.ts';
import { findNote, insertNote, markRead, removeNote } from './store.ts';
import { ticketNoteView } from './view.ts';

/**
 * Adds a note to a ticket; who is mentioned in it is told. ERR_NO_TICKET_FOUND, and ERR_NO_CONTACT_FOUND if the ticket belongs to another
 * contact; ERR_NO_USER_FOUND, ERR_USER_NOT_IN_QUEUE for somebody mentioned who may not see it.
 */
export function createTicketNote(
  ctx: Ctx,
  note: { note: string; ticketId: number; contactId: number; mentions: readonly number[] },
): Promise<TicketNoteView> {
  return transaction(ctx, async (ctx) => {
    const ticket = await visibleTicket(ctx, note.ticketId);
    if (ticket.contact_id !== note.contactId) throw new AppError('ERR_NO_CONTACT_FOUND');
    const mentions = [...new Set(note.mentions)];
    for (const userId of mentions) {
      const user = await findUser(ctx, userId);
      if (!user) throw new AppError('ERR_NO_USER_FOUND', { userId });
      must(mayAttend(user, placeOf(ticket)));
    }
    return addNote(ctx, ticket, { kind: 'written', note: note.note, userId: userIdOf(ctx.actor), mentions });
  });
}

/** Notes on a closed ticket that the ticket with this protocol continues, because their contacts were merged. */
export async function noteMerge(ctx: Tx, ticketId: number, protocol: string): Promise<void> {
  // The user who merges contacts need not see all their tickets.
  const ticket = await visibleTicket({ ...ctx, actor: { kind: 'system' } }, ticketId);
  await addNote(ctx, ticket, { kind: 'mergedInto', note: protocol, userId: userIdOf(ctx.actor), mentions: [] });
}

/** A user has opened a conversation: its notes that call them are read. `at`: ISO 8601. */
export async function readNotes(ctx: Tx, read: { ticketId: number; userId: number; at: string }): Promise<void> {
  const ids = await markRead(ctx, read);
  if (ids.length === 0) return;
  const ticket = await visibleTicket({ ...ctx, actor: { kind: 'system' } }, read.ticketId);
  for (const id of ids) {
    const row = await findNote(ctx, id);
    if (row) await ctx.publish(ticketNoteRead, { ticketNote: ticketNoteView(row), placed: placeOf(ticket) });
  }
}

type Ticket = Awaited<ReturnType<typeof visibleTicket>>;

type NewNote = { kind: 'written' | 'mergedInto'; note: string; userId: number | null; mentions: number[] };

async function addNote(ctx: Tx, ticket: Ticket, { userId, ...note }: NewNote): Promise<TicketNoteView> {
  const at = ctx.now();
  const id = await insertNote(ctx, { ticket_id: ticket.id, user_id: userId, ...note, created_at: at, updated_at: at });
  const row = await findNote(ctx, id);
  if (!row) throw new AppError('ERR_NO_TICKETNOTE_FOUND');
  const ticketNote = ticketNoteView(row);
  await ctx.publish(ticketNoteCreated, { ticketNote, placed: placeOf(ticket) });
  return ticketNote;
}

/** Removes a note. ERR_NO_TICKETNOTE_FOUND, also on a ticket the caller may not see; ERR_NO_PERMISSION except for author and admins. */
export function deleteTicketNote(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const row = await findNote(ctx, id);
    if (!row) throw new AppError('ERR_NO_TICKETNOTE_FOUND');
    const ticket = await visibleTicket(ctx, row.ticket_id).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('ERR_NO_TICKETNOTE_FOUND') : error;
    });
    if (!mayRemove(ctx.actor, row)) throw new AppError('ERR_NO_PERMISSION');
    await removeNote(ctx, id);
    await ctx.publish(ticketNoteDeleted, { noteId: id, ticketId: ticket.id, placed: placeOf(ticket) });
  });
}

function placeOf({ status, user_id: userId, queue_id: queueId }: Ticket) {
  return { status, userId, queueId };
}
