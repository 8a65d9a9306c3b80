import type { TicketListView } from '@balcao/contract/ticket-views';
import { fact } from '../platform/facts.ts';

/** `wasShared`: until now the whole company had it among its views. */
export const ticketViewChanged = fact<{ view: TicketListView; wasShared: boolean }>('ticketView.changed');
export const ticketViewDeleted = fact<{ ticketViewId: number; userId: number; shared: boolean }>('ticketView.deleted');
