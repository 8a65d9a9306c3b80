import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { TicketView } from '@balcao/contract/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { applyMark, applyTicket, viewerOf } from '../../../../../data/tickets/live.ts';
import { rowsOf } from '../../../../../data/tickets/rows.ts';
import { api } from '../../../../../platform/api.ts';
import { useUser } from '../../../../../platform/session.ts';
import { acceptBody, askMove, askUndo, resolveBody, type Transfer, transferBody } from '../../mutations.ts';
import type { TagChange } from './bulk-tags-dialog.tsx';

/** What is done to each ticket of several, one call after the other; how it is taken back, too. */
export function useBulkActions() {
  const cache = useQueryClient();
  const user = useUser();
  const viewer = viewerOf(user);
  const adopt = (ticket: TicketView) => applyTicket(cache, viewer, ticket);
  const syncTags = async (ticket: TicketView, change: (had: number[]) => number[]) => {
    const now = rowsOf(cache)[ticket.id] ?? ticket;
    adopt(await api('POST /tags/sync', { body: { ticketId: ticket.id, tags: change(now.tags.map(({ id }) => id)) } }));
  };
  const markUnread = async (ticket: TicketView, unread: boolean) =>
    applyMark(cache, viewer, await api('PUT /v1/tickets/:ticketId/marks', { params: { ticketId: ticket.id }, body: { unread } }));
  return {
    accept: async (ticket: TicketView) => adopt(await askMove(ticket, acceptBody(user))),
    resolve: async (ticket: TicketView) => adopt(await askMove(ticket, resolveBody(ticket))),
    transfer: (to: Transfer) => async (ticket: TicketView) => adopt(await askMove(ticket, transferBody(to))),
    undo: async (ticket: TicketView) => adopt(await askUndo(ticket)),
    tag:
      ({ add, remove }: TagChange) =>
      (ticket: TicketView) =>
        syncTags(ticket, (had) => [...had.filter((id) => !remove.includes(id) && !add.includes(id)), ...add]),
    /** Each ticket gets again the tags that it has here. */
    tagsBack: (before: readonly TicketView[]) => {
      const tags = new Map(before.map((ticket) => [ticket.id, ticket.tags.map(({ id }) => id)]));
      return (ticket: TicketView) => syncTags(ticket, (has) => tags.get(ticket.id) ?? has);
    },
    unread: (unread: boolean) => (ticket: TicketView) => markUnread(ticket, unread),
    /** Each ticket is marked again as it is here. */
    unreadBack: (before: ReadonlyMap<number, TicketMark>) => (ticket: TicketView) =>
      markUnread(ticket, before.get(ticket.id)?.unread ?? false),
  };
}
