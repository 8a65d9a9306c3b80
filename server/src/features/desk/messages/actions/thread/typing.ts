// Typing notices: forwarded, never stored.
import { contactTyping } from '../../../../../events/messages.ts';
import type { Address, Writing } from '../../../../../gateways/whatsapp/port.ts';
import type { Ctx, Outside } from '../../../../../platform/context.ts';
import { reading, transaction } from '../../../../../platform/db/transaction.ts';
import { visibleTicket } from '../../../tickets/reads.ts';
import { activeTicketAt } from '../../store/typing.ts';
import { chatTarget } from '../out/delivery-target.ts';

/** The customer at `addresses` is typing or recording, or stopped. Announced to those who see their active ticket; without one, to nobody. */
export function publishTyping(ctx: Ctx, connectionId: number, addresses: readonly Address[], writing: Writing): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const ticket = await activeTicketAt(ctx, connectionId, addresses);
    if (ticket) await ctx.publish(contactTyping, { ticket, on: writing !== null, recording: writing === 'recording' });
  });
}

/** Shows the customer that an agent is typing, or stopped. Does nothing if the channel cannot. Throws ERR_NO_TICKET_FOUND. */
export async function showTyping(ctx: Outside, ticketId: number, on: boolean): Promise<Record<string, never>> {
  const target = await reading(ctx, async (ctx) => {
    const { status, connection_id: connectionId, contact_id: contactId } = await visibleTicket(ctx, ticketId);
    return status === 'open' && connectionId !== null ? chatTarget(ctx, { connectionId, contactId }) : null;
  });
  if (target) await ctx.gateways.channel(target.channel).typing?.(target.account, target.to, on);
  return {};
}
