import type { MessageView } from '@balcao/contract/messages';
import type { TicketView } from '@balcao/contract/tickets';
import { messageChanged, messageCreated } from '../../../../../events/messages.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { currentTicket, viewTicket } from '../../../tickets/reads.ts';
import { viewMessage } from '../../reads.ts';
import { getMessage } from '../../store/messages.ts';
import type { Taken } from '../../store/together.ts';
import type { MessageRow, MessageWithParts } from '../../view.ts';

/** Announces a message just stored in `ticket`, with the one it quotes. */
export async function announceCreated(
  ctx: Tx,
  row: MessageRow,
  ticket: TicketView,
  quoted: MessageWithParts | null = null,
): Promise<MessageView> {
  const { name: contact_name, number: contact_number } = ticket.contact;
  const user_name = ctx.actor.kind === 'user' && ctx.actor.id === row.user_id ? ctx.actor.name : null;
  const message = viewMessage(ctx, {
    ...row,
    contact_name,
    contact_number,
    user_name,
    edits: [],
    reactions: [],
    quoted,
    read: row.is_read,
    transcript: null,
    outbox: null,
  });
  await ctx.publish(messageCreated, { message, ticket });
  return message;
}

/** Announces a change of a message. */
export async function announceChanged(ctx: Tx, messageId: number): Promise<MessageView> {
  const row = await getMessage(ctx, messageId);
  const message = viewMessage(ctx, row);
  const ticket = await currentTicket(ctx, row.ticket_id);
  if (ticket) await ctx.publish(messageChanged, { message, ticket });
  return message;
}

/** Announces changes of messages that a statement has read together with their tickets. */
export async function announceTogether(ctx: Tx, taken: readonly Taken<Parameters<typeof viewTicket>[1]>[]): Promise<void> {
  for (const { changed } of taken) {
    if (changed) await ctx.publish(messageChanged, { message: viewMessage(ctx, changed.message), ticket: viewTicket(ctx, changed.ticket) });
  }
}
