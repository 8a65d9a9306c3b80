// What people do with tickets. Each action is shown at once, confirmed by the reply, and can be undone for five seconds.
import type { CallOf } from '@balcao/contract';
import type { TicketStatus } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { ticketKeys } from '../../../data/tickets/keys.ts';
import { applyMoved, applyTicket, predictTicket, removeTicket, viewerOf } from '../../../data/tickets/live.ts';
import { api } from '../../../platform/api.ts';
import { errorCode, notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { useUser } from '../../../platform/session.ts';
import { dismissToast, toastSuccess, toastUndo } from '../../../platform/toast.ts';

type MoveBody = Exclude<CallOf<'PUT /tickets/:ticketId'>['body'], FormData | undefined>;
export type Transfer = { queueId: number; userId: number | null; whatsappId: number | null; note?: string };

/** Prevents a double click from moving a ticket twice. */
const moving = new Set<number>();

/** The toast that offers to undo the last move of a ticket, by the ticket's id. */
const offers = new Map<number, number>();

/** Once a ticket moves again, or is gone, its last move can no longer be undone. */
function endOffer(ticketId: number): void {
  const toastId = offers.get(ticketId);
  if (toastId === undefined) return;
  offers.delete(ticketId);
  dismissToast(toastId);
}

/** Accept, return, resolve, reopen, transfer and delete. Each answers the updated ticket, or null if it failed; the error was shown. */
export function useTicketActions() {
  const cache = useQueryClient();
  const user = useUser();
  const viewer = viewerOf(user);

  const move = (ticket: TicketView, body: MoveBody, predicted: Partial<TicketView>): Promise<TicketView | null> =>
    predict(ticket, predicted, () => askMove(ticket, body));

  const predict = async (ticket: TicketView, predicted: Partial<TicketView>, request: () => Promise<TicketView>) => {
    if (moving.has(ticket.id)) return null;
    moving.add(ticket.id);
    endOffer(ticket.id);
    const takeBack = predictTicket(cache, viewer, ticket, predicted);
    try {
      const moved = await request();
      applyMoved(cache, viewer, moved);
      return moved;
    } catch (error) {
      takeBack();
      void cache.invalidateQueries({ queryKey: ticketKeys.lists });
      void cache.invalidateQueries({ queryKey: ticketKeys.one(ticket.uuid) });
      notifyError(
        error,
        errorCode(error) === 'ERR_TICKET_TAKEN' ? {} : { title: t('O atendimento #{{id}} não mudou', { id: ticket.number }) },
      );
      return null;
    } finally {
      moving.delete(ticket.id);
    }
  };

  const offerUndo = (before: TicketView, after: TicketView, title: string, onBack?: (ticket: TicketView) => void) => {
    const toastId = toastUndo(title, t('Desfazer'), () => {
      void predict(after, placed(before), () => askUndo(after)).then((back) => back && onBack?.(back));
    });
    offers.set(after.id, toastId);
  };

  const me = { id: user.id, name: user.name };
  return {
    accept: (ticket: TicketView) => move(ticket, acceptBody(user), { status: 'open', userId: user.id, user: me, chatbot: false }),

    giveBack: async (ticket: TicketView, onBack?: (ticket: TicketView) => void) => {
      const moved = await move(ticket, { status: 'pending', userId: null }, { status: 'pending', userId: null, user: null });
      if (moved) offerUndo(ticket, moved, t('Atendimento #{{id}} devolvido', { id: ticket.number }), onBack);
      return moved;
    },

    resolve: async (ticket: TicketView, onBack?: (ticket: TicketView) => void) => {
      const moved = await move(ticket, resolveBody(ticket), { status: 'closed' });
      if (moved) offerUndo(ticket, moved, t('Atendimento #{{id}} resolvido', { id: ticket.number }), onBack);
      return moved;
    },

    reopen: (ticket: TicketView) =>
      move(ticket, { status: 'open', userId: user.id, queueId: ticket.queueId }, { status: 'open', userId: user.id, user: me }),

    transfer: async (
      ticket: TicketView,
      to: Transfer,
      names: { queue: TicketView['queue']; user: TicketView['user'] },
      onBack?: (ticket: TicketView) => void,
    ) => {
      const status: TicketStatus = to.userId === null ? 'pending' : 'open';
      const moved = await move(ticket, transferBody(to), {
        status,
        queueId: to.queueId,
        queue: names.queue,
        userId: to.userId,
        user: names.user,
      });
      if (moved) {
        const title = names.user
          ? t('Transferido para {{name}}', { name: names.user.name })
          : t('Transferido para {{name}}', { name: names.queue?.name ?? '' });
        offerUndo(ticket, moved, title, onBack);
      }
      return moved;
    },

    remove: async (ticket: TicketView): Promise<boolean> => {
      try {
        await api('DELETE /tickets/:ticketId', { params: { ticketId: ticket.id } });
        endOffer(ticket.id);
        removeTicket(cache, ticket.id, false);
        toastSuccess(t('Atendimento #{{id}} excluído', { id: ticket.number }));
        return true;
      } catch (error) {
        notifyError(error);
        return false;
      }
    },

    /** Applies the reply to a call made elsewhere. */
    adopt: (ticket: TicketView) => applyTicket(cache, viewer, ticket),
  };
}

/** Asks the server to move a ticket, unless somebody else has moved it since it was seen. */
export function askMove(ticket: TicketView, body: MoveBody): Promise<TicketView> {
  const expected = { status: ticket.status, userId: ticket.userId };
  return api('PUT /tickets/:ticketId', { params: { ticketId: ticket.id }, body: { ...body, expected } });
}

/** Asks the server to take back the person's last move of a ticket. */
export function askUndo({ id: ticketId }: TicketView): Promise<TicketView> {
  return api('POST /v1/tickets/:ticketId/undo', { params: { ticketId } });
}

export function acceptBody({ id: userId }: { id: number }): MoveBody {
  return { status: 'open', userId };
}

export function resolveBody({ userId, queueId }: TicketView): MoveBody {
  return { status: 'closed', userId, queueId, useIntegration: false, promptId: false, integrationId: false };
}

export function transferBody({ queueId, userId, whatsappId, note }: Transfer): MoveBody {
  return {
    status: userId === null ? 'pending' : 'open',
    queueId,
    userId,
    ...(whatsappId ? { whatsappId } : {}),
    ...(note ? { note } : {}),
  };
}

function placed({ status, userId, user, queueId, queue, whatsappId, whatsapp }: TicketView): Partial<TicketView> {
  return { status, userId, user, queueId, queue, whatsappId, whatsapp };
}
