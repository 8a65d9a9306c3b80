// A new message: which ticket it goes to, what it changes in the lists, and what is published.
import { consentIn, maybeConsent, optOutWordsIn } from '@balcao/contract/consent-rules';
import type { Rating } from '@balcao/contract/rating-rules';
import type { Placed } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { messageReceived } from '../../../../../events/messages.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { keptSettingsOf } from '../../../../company/settings/reads.ts';
import { noteMessage } from '../../../tickets/actions/for-features/note-message.ts';
import type { OpenedChat } from '../../../tickets/actions/for-features/open-chat.ts';
import { ticketForChat } from '../../../tickets/actions/for-features/ticket-for-chat.ts';
import { withNames } from '../../rules/people.ts';
import type { MessageRow } from '../../view.ts';
import type { ContentFields } from './content.ts';
import type { InboundMessage } from './inbound.ts';

export type Arrival = { ticketId: number; before: Placed | null; rating: Rating | null };

/** The ticket for a message. A closed one may be reopened. */
export async function ticketForMessage(
  ctx: Tx,
  event: InboundMessage,
  chat: { contactId: number; connectionId: number; latest?: OpenedChat['latest'] },
  fields: ContentFields,
): Promise<Arrival> {
  const found = await ticketForChat(ctx, {
    ...chat,
    fromMe: event.fromMe,
    at: new Date(event.sentAt),
    history: false,
    text: fields.media_type === 'conversation' ? fields.body : '',
  });
  return { ticketId: found.id, before: found.before, rating: found.rating };
}

/** Shows the message in the lists. */
export function updateTicket(
  ctx: Tx,
  row: MessageRow,
  { ticketId, before, unread }: { ticketId: number; before: Placed | null; unread: boolean },
): Promise<TicketView> {
  return noteMessage(ctx, ticketId, before, {
    id: row.id,
    body: withNames(row.body, row.mentions),
    type: row.media_type,
    fromMe: row.from_me,
    ack: row.ack,
    at: row.sent_at,
    inboundAt: row.from_me ? null : row.sent_at,
    unread: unread && !row.from_me,
    byPerson: row.from_me,
    automatic: false,
  });
}

/** Publishes the message for those who react: bot, ratings. */
export async function publishReceived(
  ctx: Tx,
  {
    row,
    ticket,
    rating,
    event,
    campaignAt,
  }: { row: MessageRow; ticket: TicketView; rating: Rating | null; event: InboundMessage; campaignAt: Date | null },
): Promise<void> {
  await ctx.publish(messageReceived, {
    messageId: row.id,
    ticketId: ticket.id,
    contactId: row.contact_id,
    connectionId: row.connection_id,
    consent: ticket.isGroup ? null : await consentOf(ctx, row.body, event),
    choice: event.content.type === 'choice' ? event.content.id : null,
    unattended: ticket.status === 'pending' && ticket.userId === null && !ticket.isGroup,
    rating,
    campaignAt,
  });
}

async function consentOf(ctx: Tx, body: string, { content }: InboundMessage): Promise<{ state: 'out' | 'in'; words: string } | null> {
  if ((content.type !== 'text' && content.type !== 'choice') || !maybeConsent(body)) return null;
  const { optOutWords, optInWord } = await keptSettingsOf(ctx);
  const state = consentIn(body, { out: optOutWordsIn(optOutWords), back: optInWord });
  return state && { state, words: body.trim() };
}
