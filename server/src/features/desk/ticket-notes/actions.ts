import { mayAttend } from '@balcao/contract/ticket-move-rules';
import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { ticketNoteChanged, ticketNoteCreated, ticketNoteDeleted } from '../../../events/ticket-notes.ts';
import { onlyFile, type StoredUpload, storeUpload } from '../../../gateways/files/upload.ts';
import { type Ctx, type Outside, type Reader, type Tx, userIdOf } from '../../../platform/context.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { AppError, must } from '../../../platform/errors.ts';
import type { Upload } from '../../../platform/http/routes.ts';
import { owning, removeFilesLater } from '../../company/system/actions.ts';
import { findUser } from '../../company/users/reads.ts';
import { visibleTicket } from '../tickets/reads.ts';
import { mayRemove } from './access.ts';
import { viewer } from './reads.ts';
import { findNote, findNotes, holdPins, insertNote, markRead, type NoteRow, removeNote, setPinned } from './store.ts';

/**
 * Adds a note to a ticket; who is mentioned in it is told. ERR_NO_TICKET_FOUND, and ERR_NO_CONTACT_FOUND if the ticket belongs to another
 * contact; ERR_NO_USER_FOUND, ERR_USER_NOT_IN_QUEUE for somebody mentioned who may not see it.
 */
export function createTicketNote(ctx: Ctx, note: NoteInput, file: StoredUpload | null = null): Promise<TicketNoteView> {
  return transaction(ctx, async (ctx) => {
    const ticket = await ticketOf(ctx, note);
    const mentions = [...new Set(note.mentions)];
    for (const userId of mentions) {
      const user = await findUser(ctx, userId);
      if (!user) throw new AppError('ERR_NO_USER_FOUND', { userId });
      must(mayAttend(user, placeOf(ticket)));
    }
    return addNote(ctx, ticket, { kind: 'written', note: note.note, userId: userIdOf(ctx.actor), mentions, file });
  });
}

/** The same with an uploaded file, if there is one. ERR_MEDIA_TOO_LARGE. */
export async function createNoteWith(ctx: Outside, note: NoteInput, files: Upload[]): Promise<TicketNoteView> {
  if (files.length === 0) return createTicketNote(ctx, note);
  await reading(ctx, (ctx) => ticketOf(ctx, note));
  const stored = await storeUpload(ctx, onlyFile(files, 'file'));
  return owning(ctx, [stored.key], () => createTicketNote(ctx, note, stored));
}

/** The ticket that a note is to be added to. ERR_NO_TICKET_FOUND, ERR_NO_CONTACT_FOUND. */
async function ticketOf(ctx: Reader | Tx, { ticketId, contactId }: NoteInput): Promise<Ticket> {
  const ticket = await visibleTicket(ctx, ticketId);
  if (ticket.contact_id !== contactId) throw new AppError('ERR_NO_CONTACT_FOUND');
  return ticket;
}

/**
 * Puts a note above its conversation, in the place of another one of its ticket, or takes it from there. ERR_NO_TICKETNOTE_FOUND, also on a
 * ticket the caller may not see.
 */
export function pinTicketNote(ctx: Ctx, id: number, on: boolean): Promise<TicketNoteView> {
  return transaction(ctx, async (ctx) => {
    const { row, ticket } = await visibleNote(ctx, id);
    await holdPins(ctx, row.ticket_id);
    const changed = await setPinned(ctx, { id, ticketId: row.ticket_id, on, at: ctx.now() });
    await tellChanges(ctx, changed, ticket);
    return viewer(ctx)((await findNote(ctx, id)) ?? row);
  });
}

/** Notes on a closed ticket that the ticket with this protocol continues, because their contacts were merged. */
export async function noteMerge(ctx: Tx, ticketId: number, protocol: string): Promise<void> {
  // The user who merges contacts need not see all their tickets.
  const ticket = await visibleTicket({ ...ctx, actor: { kind: 'system' } }, ticketId);
  await addNote(ctx, ticket, { kind: 'mergedInto', note: protocol, userId: userIdOf(ctx.actor), mentions: [], file: null });
}

/** A user has opened a conversation: its notes that call them are read. `at`: ISO 8601. */
export async function readNotes(ctx: Tx, read: { ticketId: number; userId: number; at: string }): Promise<void> {
  const ids = await markRead(ctx, read);
  if (ids.length === 0) return;
  const ticket = await visibleTicket({ ...ctx, actor: { kind: 'system' } }, read.ticketId);
  await tellChanges(ctx, ids, ticket);
}

async function tellChanges(ctx: Tx, ids: readonly number[], ticket: Ticket): Promise<void> {
  for (const row of await findNotes(ctx, ids)) {
    await ctx.publish(ticketNoteChanged, { ticketNote: viewer(ctx)(row), placed: placeOf(ticket) });
  }
}

type Ticket = Awaited<ReturnType<typeof visibleTicket>>;

export type NoteInput = { note: string; ticketId: number; contactId: number; mentions: readonly number[] };

type NewNote = { kind: 'written' | 'mergedInto'; note: string; userId: number | null; mentions: number[]; file: StoredUpload | null };

async function addNote(ctx: Tx, ticket: Ticket, { userId, file, ...note }: NewNote): Promise<TicketNoteView> {
  const at = ctx.now();
  const media = file && { media_key: file.key, media_name: file.name, media_mime: file.mime, media_size: file.size };
  const id = await insertNote(ctx, { ticket_id: ticket.id, user_id: userId, ...note, ...media, created_at: at, updated_at: at });
  const row = await findNote(ctx, id);
  if (!row) throw new AppError('ERR_NO_TICKETNOTE_FOUND');
  const ticketNote = viewer(ctx)(row);
  await ctx.publish(ticketNoteCreated, { ticketNote, placed: placeOf(ticket) });
  return ticketNote;
}

/** Removes a note and its file. ERR_NO_TICKETNOTE_FOUND, also on a ticket the caller may not see; ERR_NO_PERMISSION except for author and admins. */
export function deleteTicketNote(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { row, ticket } = await visibleNote(ctx, id);
    if (!mayRemove(ctx.actor, row)) throw new AppError('ERR_NO_PERMISSION');
    await removeNote(ctx, id);
    await removeFilesLater(ctx, [row.media_key]);
    await ctx.publish(ticketNoteDeleted, { noteId: id, ticketId: ticket.id, placed: placeOf(ticket) });
  });
}

async function visibleNote(ctx: Tx, id: number): Promise<{ row: NoteRow; ticket: Ticket }> {
  const row = await findNote(ctx, id);
  if (!row) throw new AppError('ERR_NO_TICKETNOTE_FOUND');
  const ticket = await visibleTicket(ctx, row.ticket_id).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('ERR_NO_TICKETNOTE_FOUND') : error;
  });
  return { row, ticket };
}

function placeOf({ status, user_id: userId, queue_id: queueId }: Ticket) {
  return { status, userId, queueId };
}
