import type { TicketView } from '@balcao/contract/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { applyTicket, predictTicket, refreshLanes, viewerOf } from '../../../../data/tickets/live.ts';
import { api } from '../../../../platform/api.ts';
import { t } from '../../../../platform/i18n.ts';
import { useUser } from '../../../../platform/session.ts';
import { toastLife, toastSuccess } from '../../../../platform/toast.ts';
import { type BoardLane, inLane } from './lanes.ts';

/** The last move of each ticket that is on its way: the next one waits for it. */
const onTheirWay = new Map<number, Promise<unknown>>();

/** Puts a ticket into a lane: shown at once, taken back if it fails. Answers whether it worked; nothing is said of a failure here. */
export function useMoveToLane() {
  const cache = useQueryClient();
  const viewer = viewerOf(useUser());
  return async (ticket: TicketView, lane: BoardLane): Promise<boolean> => {
    const tag = lane.id === null ? null : { id: lane.id, name: lane.name, color: lane.color ?? '', kanban: 1 as const };
    const takeBack = predictTicket(cache, viewer, ticket, { tags: inLane(ticket.tags, tag) });
    const params = { ticketId: ticket.id, tagId: lane.id ?? ('lane0' as const) };
    const before = onTheirWay.get(ticket.id) ?? Promise.resolve();
    const call = before.catch(() => undefined).then(() => api('PUT /ticket-tags/:ticketId/:tagId', { params }));
    onTheirWay.set(ticket.id, call);
    const isLatest = () => onTheirWay.get(ticket.id) === call;
    try {
      const answer = await call;
      if (isLatest()) applyTicket(cache, viewer, answer.ticket);
      toastSuccess(lane.id === null ? t('Ticket Tag Removido!') : t('Ticket Tag Adicionado com Sucesso!'), toastLife.administration);
      return true;
    } catch {
      if (isLatest()) takeBack();
      refreshLanes(cache);
      return false;
    } finally {
      if (isLatest()) onTheirWay.delete(ticket.id);
    }
  };
}
