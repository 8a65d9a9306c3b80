import type { Placed } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import type { Ctx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { settingOf } from '../../../company/settings/reads.ts';
import { saySystem } from '../../../desk/messages/actions/out/say-system.ts';
import { holdTicket } from '../../../desk/tickets/actions/for-features/hold-ticket.ts';
import { acceptedText, transferText } from '../rules.ts';

export type Moved = { before: Placed | null; ticket: TicketView; moved: boolean; byUserId: number | null };

/** Is there something to say about this move of a person's? */
export function isWorthSaying({ before, ticket, moved, byUserId }: Moved): boolean {
  if (!moved || !before || byUserId === null || ticket.isGroup) return false;
  return isAccept({ before, ticket }) || transferText(before, ticket) !== null;
}

/** Tells the customer who has accepted, or where the conversation has gone, as the company wishes; unless it has moved on meanwhile. */
export function sayMoved(ctx: Ctx, { before, ticket }: Moved): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const now = await holdTicket(ctx, ticket.id);
    const stays = now && now.status === ticket.status && now.userId === ticket.userId && now.queueId === ticket.queueId;
    if (!before || !stays) return;
    const once = `${ticket.id}-${ticket.revision}`;
    if (isAccept({ before, ticket }) && (await settingOf(ctx, 'sendGreetingAccepted')) === 'enabled') {
      await saySystem(ctx, ticket.id, acceptedText(ticket.user?.name ?? ''), { kind: 'accepted', once: `accepted-${once}` });
    }
    const text = transferText(before, ticket);
    if (text !== null && (await settingOf(ctx, 'sendMsgTransfTicket')) === 'enabled') {
      await saySystem(ctx, ticket.id, text, { kind: 'transferred', once: `transferred-${once}` });
    }
  });
}

function isAccept({ before, ticket }: { before: Placed; ticket: TicketView }): boolean {
  return before.status === 'pending' && ticket.status === 'open' && ticket.user !== null;
}
