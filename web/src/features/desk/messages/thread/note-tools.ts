// What can be done with a note that stands in a conversation. Notes are another feature's, so it is handed in.
import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { createContext, type ReactNode } from 'react';

export const NoteToolsContext = createContext<(note: TicketNoteView) => ReactNode>(() => null);
