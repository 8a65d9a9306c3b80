import type { Placed } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { settingOf } from '../../../company/settings/reads.ts';
import { saySystem } from '../../../desk/messages/actions/out/say-system.ts';
import { holdTicket } from '../../../desk/tickets/actions/for-features/hold-ticket.ts';
import { acceptedText, isAccepted, transferText } from '../rules.ts';

/** A move made by a user: where the ticket was, where it went, and its revision then. */
export type Move = { ticketId: number; revision: number; before: Placed; after: Placed };

/** What a message to the customer needs to know of a change; null if there is nothing to say. */
export function pickMove({
  before,
  ticket,
  moved,
  byUserId,
}: {
  before: Placed | null;
  ticket: TicketView;
  moved: boolean;
  byUserId: number | null;
}): Move | null {
  if (!moved || !before || byUserId === null || ticket.isGroup) return null;
  if (!isAccepted(before, ticket) && transferText(before, ticket) === null) return null;
  const { id: ticketId, revision, status, userId, queueId } = ticket;
  return { ticketId, revision, before, after: { status, userId, queueId } };
}

/** Tells the customer who accepted the ticket, or where it was transferred, if the company wants that and it has not changed since. */
export function sayMoved(ctx: Ctx | Tx, { ticketId, revision, before, after }: Move): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const ticket = await holdTicket(ctx, ticketId);
    const stays = ticket && ticket.status === after.status && ticket.userId === after.userId && ticket.queueId === after.queueId;
    if (!stays) return;
    const once = `${ticketId}-${revision}`;
    if (isAccepted(before, ticket) && (await settingOf(ctx, 'sendGreetingAccepted')) === 'enabled') {
      await saySystem(ctx, ticketId, acceptedText(ticket.user?.name ?? ''), { kind: 'accepted', once: `accepted-${once}` });
    }
    const text = transferText(before, ticket);
    if (text !== null && (await settingOf(ctx, 'sendMsgTransfTicket')) === 'enabled') {
      await saySystem(ctx, ticketId, text, { kind: 'transferred', once: `transferred-${once}` });
    }
  });
}
