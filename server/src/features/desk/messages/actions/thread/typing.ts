// Typing notices: forwarded, never stored.
import { contactTyping } from '../../../../../events/messages.ts';
import type { Address } from '../../../../../gateways/whatsapp/port.ts';
import type { Ctx, Outside } from '../../../../../platform/context.ts';
import { reading, transaction } from '../../../../../platform/db/transaction.ts';
import { accountOf, findConnection } from '../../../../company/connections/reads.ts';
import { replyAddress } from '../../../contacts/reads.ts';
import { visibleTicket } from '../../../tickets/reads.ts';
import { activeTicketAt } from '../../store/typing.ts';

/** The customer at `addresses` is typing, or stopped. Announced to those who see their active ticket; without one, to nobody. */
export function publishTyping(ctx: Ctx, connectionId: number, addresses: readonly Address[], on: boolean): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const ticket = await activeTicketAt(ctx, connectionId, addresses);
    if (ticket) await ctx.publish(contactTyping, { ticket, on });
  });
}

/** Shows the customer that an agent is typing, or stopped. Does nothing if the channel cannot. Throws ERR_NO_TICKET_FOUND. */
export async function showTyping(ctx: Outside, ticketId: number, on: boolean): Promise<Record<string, never>> {
  const found = await reading(ctx, async (ctx) => {
    const ticket = await visibleTicket(ctx, ticketId);
    const connection = ticket.status === 'open' && ticket.connection_id !== null && (await findConnection(ctx, ticket.connection_id));
    return (
      connection && {
        channel: connection.channel,
        account: await accountOf(ctx, connection.id),
        to: await replyAddress(ctx, ticket.contact_id, connection.channel),
      }
    );
  });
  if (found) await ctx.gateways.channel(found.channel).typing?.(found.account, found.to, on);
  return {};
}
