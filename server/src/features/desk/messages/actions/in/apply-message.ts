// A message that came in, or was written on the phone itself: stored in its ticket, announced, and published for reactions.
import type { Tx } from '../../../../../platform/context.ts';
import { wantPicture } from '../../../contacts/actions/picture.ts';
import type { Seen } from '../../../contacts/actions/recognise.ts';
import { announceNoted, noting } from '../../../tickets/actions/for-features/note-message.ts';
import { withNames } from '../../rules/people.ts';
import { findByExternalId, insertReceived } from '../../store/messages.ts';
import { announceReleased } from '../out/wake.ts';
import { openChatOf } from '../people/recognise.ts';
import { announceCreated } from '../thread/announce.ts';
import { applyRedelivery } from './apply-redelivery.ts';
import { publishReceived, ticketForMessage } from './arrival.ts';
import { announceInBulk } from './bulk.ts';
import { type RingingCall, refuseCall } from './call.ts';
import { fetchSoon } from './fetch-media.ts';
import { contentOf, type InboundMessage, ignoresChat, isAwaiting, isGroupChat, peopleIn } from './inbound.ts';
import { storeHistory } from './store-history.ts';

/** `ring`: what is needed to reject the call in this message while it rings. `known`: the contacts behind its chat, if they are read already. */
export async function applyMessage(
  ctx: Tx,
  connectionId: number,
  event: InboundMessage,
  { ring = null, known: behind }: { ring?: RingingCall | null; known?: Seen['known'] } = {},
): Promise<void> {
  if (event.history) {
    await storeHistory(ctx, connectionId, [event]);
    return announceInBulk(ctx, connectionId, 1);
  }
  const isGroup = isGroupChat(event.chat);
  if (await ignoresChat(ctx, event.chat)) return;
  const name = isGroup || !event.fromMe ? event.name : null;
  const seen = { connectionId, addresses: event.chat, name, isGroup, known: behind };
  const { known, latest, ...contact } = await openChatOf(ctx, seen, event);
  if (contact.blocked && !event.fromMe) return;
  // A message of another contact with the same id belongs to another chat.
  if (known) return known.contact_id === contact.id ? applyRedelivery(ctx, known, event) : undefined;

  const fields = await contentOf(ctx, event);
  const people = await peopleIn(ctx, { contactId: contact.id, connectionId }, event, fields.body);
  const { ticketId, before, rating } = await ticketForMessage(ctx, event, { contactId: contact.id, connectionId, latest }, fields);
  const quoted = event.quotedExternalId
    ? await findByExternalId(ctx, { connectionId, contactId: contact.id }, event.quotedExternalId)
    : null;
  const isRead = event.fromMe || rating !== null || isAnswered(event);
  const message = {
    ...fields,
    ...people,
    ticket_id: ticketId,
    contact_id: contact.id,
    connection_id: connectionId,
    from_me: event.fromMe,
    external_id: event.externalId,
    state: event.fromMe ? ('sent' as const) : ('received' as const),
    ack: event.fromMe ? 1 : 0,
    is_read: isRead,
    is_forwarded: event.forwarded,
    quoted_id: quoted?.id ?? null,
    quoted_external_id: event.quotedExternalId,
    sent_at: new Date(event.sentAt),
    created_at: ctx.now(),
    updated_at: ctx.now(),
  };
  const noted = noting(ctx, ticketId, {
    body: withNames(fields.body, people.mentions === null ? null : JSON.parse(people.mentions)),
    type: fields.media_type,
    fromMe: event.fromMe,
    ack: message.ack,
    at: message.sent_at,
    inboundAt: event.fromMe ? null : message.sent_at,
    unread: !isRead,
    byPerson: event.fromMe,
    automatic: false,
  });
  const inserted = await insertReceived(ctx, message, noted);
  if (inserted === null) return;
  const { row, released } = inserted;
  if (fields.media_state === 'pending') await fetchSoon(ctx, row.id);
  const ticket = await announceNoted(ctx, before, inserted.ticket);
  await announceCreated(ctx, row, ticket, quoted);
  if (event.fromMe) return;
  await announceReleased(ctx, connectionId, released);
  if (before === null && ticket.whatsapp) await wantPicture(ctx, contact.id, ticket.whatsapp);
  if (event.content.type === 'call') return isGroup ? undefined : refuseCall(ctx, row, event.content, ring);
  // A message that nobody can read yet is answered once it can be read.
  if (!isAwaiting(event.content)) await publishReceived(ctx, { row, ticket, rating, event, campaignAt: contact.campaignAt });
}

function isAnswered({ content }: InboundMessage): boolean {
  return content.type === 'call' && content.outcome === 'answered';
}
