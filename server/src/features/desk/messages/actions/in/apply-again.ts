import type { MessageView } from '@balcao/contract/messages';
import type { Tx } from '../../../../../platform/context.ts';
import { currentTicket } from '../../../tickets/reads.ts';
import { awaitingPhone } from '../../rules/content.ts';
import { saveMessage } from '../../store/messages.ts';
import type { MessageRow } from '../../view.ts';
import type { PeopleFields } from '../people/people.ts';
import { announceChanged } from '../thread/announce.ts';
import { noteArrival, placeOf, tellReceived } from './arrival.ts';
import { settleCall } from './call.ts';
import type { ContentFields } from './content.ts';
import { fetchSoon } from './fetch-media.ts';
import { contentOf, type InboundMessage, peopleIn } from './inbound.ts';

/** The same message once more: worth something if what we have is a placeholder, or a call that still rang. */
export async function applyAgain(ctx: Tx, known: MessageRow, event: InboundMessage): Promise<void> {
  if (event.content.type === 'call') return settleCall(ctx, known, event.content);
  if (known.media_type !== 'unsupported' || known.is_deleted || event.content.type === 'unsupported') return;
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
  await reveal(ctx, known, event, { ...fields, ...people });
}

/** A message that could not be read until now arrives now. Counted as unread it was already, unless somebody has looked at the placeholder. */
async function reveal(ctx: Tx, known: MessageRow, event: InboundMessage, fields: ContentFields & PeopleFields): Promise<MessageView> {
  const { contact_id: contactId, connection_id: connectionId } = known;
  const { ticketId, before, rating } = await placeOf(ctx, event, { contactId, connectionId }, fields);
  const counted = ticketId === known.ticket_id && ((await currentTicket(ctx, ticketId))?.unreadMessages ?? 0) > 0;
  await saveMessage(ctx, known.id, { ...fields, ticket_id: ticketId, read: rating !== null }, ctx.now());
  const { body, media_type } = fields;
  const mentions = fields.mentions === null ? null : (JSON.parse(fields.mentions) as MessageRow['mentions']);
  const ticket = await noteArrival(
    ctx,
    { ...known, body, media_type, mentions },
    { ticketId, before, unread: rating === null && !counted },
  );
  await tellReceived(ctx, { row: known, ticket, rating, event });
  return announceChanged(ctx, known.id);
}
