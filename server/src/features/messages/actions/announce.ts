import type { MessageView } from '@balcao/contract/messages';
import type { TicketView } from '@balcao/contract/tickets';
import { messageChanged, messageCreated } from '../../../events/messages.ts';
import type { Tx } from '../../../platform/context.ts';
import { currentTicket } from '../../tickets/reads.ts';
import { viewMessage } from '../reads.ts';
import { getMessage } from '../store.ts';

/** Tells of a new message on `ticket`, as both stand in the running transaction. */
export async function announceCreated(ctx: Tx, messageId: number, ticket: TicketView): Promise<MessageView> {
  const message = viewMessage(ctx, await getMessage(ctx, messageId));
  await ctx.publish(messageCreated, { message, ticket });
  return message;
}

/** Tells that something about a message changed. */
export async function announceChanged(ctx: Tx, messageId: number): Promise<MessageView> {
  const row = await getMessage(ctx, messageId);
  const message = viewMessage(ctx, row);
  const ticket = await currentTicket(ctx, row.ticket_id);
  if (ticket) await ctx.publish(messageChanged, { message, ticket });
  return message;
}
