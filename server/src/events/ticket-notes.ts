import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import type { Placed } from '@balcao/contract/ticket-rules';
import { fact } from '../platform/facts.ts';

export const ticketNoteCreated = fact<{ ticketNote: TicketNoteView; placed: Placed }>('ticketNote.created');
/** Somebody whom it calls has read it, or it was pinned or is no more. */
export const ticketNoteChanged = fact<{ ticketNote: TicketNoteView; placed: Placed }>('ticketNote.changed');
export const ticketNoteDeleted = fact<{ noteId: number; ticketId: number; placed: Placed }>('ticketNote.deleted');
