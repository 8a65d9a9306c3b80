import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { mediaLinker } from '../../../gateways/files/signed-url.ts';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { seeableBy, visibleTicket } from '../tickets/reads.ts';
import { findInNotes, type NoteHit, type NoteRow, notesOf, notesOfChat } from './store.ts';
import { ticketNoteView } from './view.ts';

const shownMax = 500;

/** Notes of a ticket, newest first. Empty for a ticket that the caller may not see or that belongs to another contact. */
export function listTicketNotes(ctx: Ctx, query: { ticketId: number; contactId: number }): Promise<TicketNoteView[]> {
  return reading(ctx, async (ctx) => {
    const ticket = await visibleTicket(ctx, query.ticketId).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    if (ticket?.contact_id !== query.contactId) return [];
    return (await notesOf(ctx, query.ticketId, shownMax)).map(viewer(ctx));
  });
}

/** Notes of some tickets that have a text, as far as the caller may see the tickets; the newest first. */
export function notesWith(ctx: Reader, ticketIds: readonly number[], search: string, limit: number): Promise<NoteHit[]> {
  return findInNotes(ctx, { ticketIds, search }, seeableBy(ctx.actor), limit);
}

const toldMax = 200;

/** Notes of the tickets of a conversation that the caller may see, oldest first. ERR_NO_TICKET_FOUND. */
export function listConversationNotes(ctx: Ctx, ticketId: number): Promise<TicketNoteView[]> {
  return reading(ctx, async (ctx) => {
    const { contact_id: contactId, connection_id: connectionId } = await visibleTicket(ctx, ticketId);
    return (await notesOfChat(ctx, { contactId, connectionId }, seeableBy(ctx.actor), toldMax)).map(viewer(ctx));
  });
}

/** Turns rows into views, with links to files. */
export function viewer(ctx: Reader | Tx): (row: NoteRow) => TicketNoteView {
  const path = mediaLinker(ctx);
  return (row) => ticketNoteView(row, (key, name) => `${ctx.publicUrl}${path(key, name)}`);
}
