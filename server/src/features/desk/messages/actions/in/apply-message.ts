// A message that came in, or was written on the phone itself: stored in its ticket, announced, and published for reactions.
import type { Tx } from '../../../../../platform/context.ts';
import { wantPicture } from '../../../contacts/actions/picture.ts';
import { insertMessage } from '../../store/messages.ts';
import { findByExternalId, findByProvider } from '../../store/provider.ts';
import { releaseChat } from '../out/wake.ts';
import { recogniseChat } from '../people/recognise.ts';
import { announceCreated } from '../thread/announce.ts';
import { applyRedelivery } from './apply-redelivery.ts';
import { publishReceived, ticketForMessage, updateTicket } from './arrival.ts';
import { announceInBulk } from './bulk.ts';
import { type RingingCall, refuseCall } from './call.ts';
import { fetchSoon } from './fetch-media.ts';
import { contentOf, type InboundMessage, ignoresChat, isAwaiting, isGroupChat, peopleIn } from './inbound.ts';
import { storeHistory } from './store-history.ts';

/** `ring`: what is needed to reject the call in this message while it rings. */
export async function applyMessage(ctx: Tx, connectionId: number, event: InboundMessage, ring: RingingCall | null = null): Promise<void> {
  if (event.history) {
    await storeHistory(ctx, connectionId, [event]);
    return announceInBulk(ctx, connectionId, 1);
  }
  const isGroup = isGroupChat(event.chat);
  if (await ignoresChat(ctx, event.chat)) return;
  const name = isGroup || !event.fromMe ? event.name : null;
  const contact = await recogniseChat(ctx, { connectionId, addresses: event.chat, name, isGroup });
  const known = await findByProvider(ctx, connectionId, { externalId: event.externalId, fromMe: event.fromMe });
  // A message of another contact with the same id belongs to another chat.
  if (known) return known.contact_id === contact.id ? applyRedelivery(ctx, known, event) : undefined;

  const fields = await contentOf(ctx, event);
  const people = await peopleIn(ctx, { contactId: contact.id, connectionId }, event, fields.body);
  const { ticketId, before, rating } = await ticketForMessage(ctx, event, { contactId: contact.id, connectionId }, fields);
  const quoted = event.quotedExternalId
    ? await findByExternalId(ctx, { connectionId, contactId: contact.id }, event.quotedExternalId)
    : null;
  const row = await insertMessage(ctx, {
    ...fields,
    ...people,
    ticket_id: ticketId,
    contact_id: contact.id,
    connection_id: connectionId,
    from_me: event.fromMe,
    external_id: event.externalId,
    state: event.fromMe ? 'sent' : 'received',
    ack: event.fromMe ? 1 : 0,
    is_read: event.fromMe || rating !== null || isAnswered(event),
    is_forwarded: event.forwarded,
    quoted_id: quoted?.id ?? null,
    quoted_external_id: event.quotedExternalId,
    sent_at: new Date(event.sentAt),
    created_at: ctx.now(),
    updated_at: ctx.now(),
  });
  if (row === null) return;
  if (fields.media_state === 'pending') await fetchSoon(ctx, row.id);
  const ticket = await updateTicket(ctx, row, { ticketId, before, unread: !row.is_read });
  await announceCreated(ctx, row, ticket);
  if (event.fromMe) return;
  await releaseChat(ctx, connectionId, contact.id);
  if (before === null && ticket.whatsapp) await wantPicture(ctx, contact.id, ticket.whatsapp);
  if (event.content.type === 'call') return isGroup ? undefined : refuseCall(ctx, row, event.content, ring);
  // A message that nobody can read yet is answered once it can be read.
  if (!isAwaiting(event.content)) await publishReceived(ctx, { row, ticket, rating, event, campaignAt: contact.campaignAt });
}

function isAnswered({ content }: InboundMessage): boolean {
  return content.type === 'call' && content.outcome === 'answered';
}
