import type { MessageView } from '@balcao/contract/messages';
import type { Tx } from '../../../../../platform/context.ts';
import { getContact } from '../../../contacts/reads.ts';
import { currentTicket } from '../../../tickets/reads.ts';
import { awaitingPhone } from '../../rules/content.ts';
import { renewPosition, saveMessage } from '../../store/messages.ts';
import type { MessageRow } from '../../view.ts';
import type { PeopleFields } from '../people/people.ts';
import { announceChanged } from '../thread/announce.ts';
import { holdMessage } from '../thread/hold-message.ts';
import { publishReceived, ticketForMessage, updateTicket } from './arrival.ts';
import { settleCall } from './call.ts';
import type { ContentFields } from './content.ts';
import { fetchSoon } from './fetch-media.ts';
import { contentOf, type InboundMessage, peopleIn } from './inbound.ts';

/** The same message again. It matters only if the stored one is a placeholder, or a call that was still ringing. */
export async function applyRedelivery(ctx: Tx, { id }: { id: number }, event: InboundMessage): Promise<void> {
  if (event.content.type === 'unsupported') return;
  const known = await holdMessage(ctx, id);
  if (event.content.type === 'call') return settleCall(ctx, known, event.content);
  if (known.media_type !== 'unsupported' || known.is_deleted) return;
  const fields = await contentOf(ctx, event);
  const chat = { contactId: known.contact_id, connectionId: known.connection_id };
  const people = await peopleIn(ctx, chat, event, fields.body);
  if (fields.media_state === 'pending') await fetchSoon(ctx, known.id);
  const isNews = known.media_name === awaitingPhone && !known.from_me && !known.history && !event.history;
  if (!isNews) {
    await saveMessage(ctx, known.id, { ...fields, ...people }, ctx.now());
    await announceChanged(ctx, known.id);
    return;
  }
  await fillPlaceholder(ctx, known, event, { ...fields, ...people });
}

/** A message that could not be read arrives in readable form. The placeholder was counted as unread, unless an agent has read it since. */
async function fillPlaceholder(
  ctx: Tx,
  known: MessageRow,
  event: InboundMessage,
  fields: ContentFields & PeopleFields,
): Promise<MessageView> {
  const { contact_id: contactId, connection_id: connectionId } = known;
  const { ticketId, before, rating } = await ticketForMessage(ctx, event, { contactId, connectionId }, fields);
  const counted = ticketId === known.ticket_id && ((await currentTicket(ctx, ticketId))?.unreadMessages ?? 0) > 0;
  await saveMessage(ctx, known.id, { ...fields, ticket_id: ticketId, is_read: rating !== null }, ctx.now());
  await renewPosition(ctx, known.id);
  const { body, media_type } = fields;
  const mentions = fields.mentions === null ? null : (JSON.parse(fields.mentions) as MessageRow['mentions']);
  const ticket = await updateTicket(
    ctx,
    { ...known, body, media_type, mentions },
    { ticketId, before, unread: rating === null && !counted },
  );
  const { campaign_at: campaignAt } = await getContact(ctx, contactId);
  await publishReceived(ctx, { row: known, ticket, rating, event, campaignAt });
  return announceChanged(ctx, known.id);
}
