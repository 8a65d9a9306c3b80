// What people keep for themselves about a ticket, and what they say of it in the list: pinned, muted, unread, urgent, set aside.
import type { TicketView } from '@balcao/contract/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { applyMark, applyTicket, predictTicket, viewerOf } from '../../../data/tickets/live.ts';
import { api } from '../../../platform/api.ts';
import { now } from '../../../platform/clock.ts';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { useUser } from '../../../platform/session.ts';
import { toastUndo } from '../../../platform/toast.ts';

export type MarkChange = { pinned?: boolean; muted?: boolean; unread?: boolean };

/** Each answers whether it was done; if not, the error was shown. */
export function useTicketMarking() {
  const cache = useQueryClient();
  const viewer = viewerOf(useUser());

  const told = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      notifyError(error);
      return false;
    }
  };
  const change = (ticket: TicketView, predicted: Partial<TicketView>, request: () => Promise<TicketView>) => {
    const takeBack = predictTicket(cache, viewer, ticket, predicted);
    return told(async () => {
      try {
        applyTicket(cache, viewer, await request());
      } catch (error) {
        takeBack();
        throw error;
      }
    });
  };
  const wake = (ticket: TicketView) =>
    change(ticket, { snoozedAt: null, snoozedUntil: null }, () =>
      api('DELETE /v1/tickets/:ticketId/snooze', { params: { ticketId: ticket.id } }),
    );

  return {
    mark: (ticketId: number, marked: MarkChange) =>
      told(async () => applyMark(cache, viewer, await api('PUT /v1/tickets/:ticketId/marks', { params: { ticketId }, body: marked }))),

    urgent: (ticket: TicketView, priority: boolean) =>
      change(ticket, { priority }, () =>
        api('PUT /v1/tickets/:ticketId/priority', { params: { ticketId: ticket.id }, body: { priority } }),
      ),

    wake,

    /** Sets a ticket aside until then; null: until the customer writes. Offers to undo it. */
    snooze: async (ticket: TicketView, until: string | null, silent = false) => {
      const done = await change(ticket, { snoozedAt: new Date(now()).toISOString(), snoozedUntil: until }, () =>
        api('PUT /v1/tickets/:ticketId/snooze', { params: { ticketId: ticket.id }, body: { until } }),
      );
      const title = t('Atendimento #{{id}} adiado', { id: ticket.number });
      if (done && !silent) toastUndo(title, t('Desfazer'), () => void wake({ ...ticket, revision: Math.floor(ticket.revision) + 1 }));
      return done;
    },
  };
}
