// Messages written before the number was linked: stored, but not news. No bot reacts, nothing is unread, no ticket is opened or reopened.
import type { Tx } from '../../../../../platform/context.ts';
import { noteHistory } from '../../../tickets/actions/for-features/history.ts';
import { ticketForChat } from '../../../tickets/actions/for-features/ticket-for-chat.ts';
import type { DeliveryState } from '../../rules/delivery.ts';
import { withNames } from '../../rules/people.ts';
import { insertMessages, knownByProvider, linkQuotes } from '../../store/history.ts';
import { peopleOf } from '../people/people.ts';
import { recogniseChat } from '../people/recognise.ts';
import { applyRedelivery } from './apply-redelivery.ts';
import { withoutAnnouncements } from './bulk.ts';
import type { ContentFields } from './content.ts';
import { contentOf, type InboundMessage, ignoresChat, isGroupChat, noPeople } from './inbound.ts';

/**
 * Stores messages of one chat. Messages that are already there stay, except that placeholders are filled in. Files are fetched when an
 * agent opens the chat. `states` has the state of our own messages, by external id. Announces nothing: the caller does that in bulk.
 */
export async function storeHistory(
  ctx: Tx,
  connectionId: number,
  events: readonly InboundMessage[],
  states: DeliveryStates = new Map(),
): Promise<void> {
  const latest = events.at(-1);
  if (!latest || (await ignoresChat(ctx, latest.chat))) return;
  const contactId = await contactOf(ctx, connectionId, events, latest);
  const known = await knownByProvider(
    ctx,
    connectionId,
    events.map(({ externalId }) => externalId),
  );
  const fresh: InboundMessage[] = [];
  for (const event of new Map(events.map((event) => [keyOf(event), event])).values()) {
    const there = known.get(keyOf(event));
    if (!there) fresh.push(event);
    else if (there.media_type === 'unsupported' || there.media_type === 'call_log')
      await applyRedelivery(withoutAnnouncements(ctx), there, event);
  }
  if (fresh.length > 0) await store(ctx, { contactId, connectionId }, fresh.sort(bySending), states);
}

async function store(
  ctx: Tx,
  chat: { contactId: number; connectionId: number },
  events: readonly InboundMessage[],
  states: DeliveryStates,
): Promise<void> {
  const [oldest] = events;
  if (!oldest) return;
  const isGroup = isGroupChat(oldest.chat);
  const at = new Date(oldest.sentAt);
  const ticket = await ticketForChat(ctx, { ...chat, fromMe: oldest.fromMe, at, history: true, text: '' });
  const contents: ContentFields[] = [];
  for (const event of events) contents.push(await contentOf(ctx, event));
  const people = isGroup
    ? await peopleOf(
        ctx,
        chat,
        events.map(({ participant }, i) => ({ participant, body: contents[i]?.body ?? '' })),
      )
    : [];
  const now = ctx.now();
  const rows = await insertMessages(
    ctx,
    events.flatMap((event, i) => {
      const fields = contents[i];
      if (!fields) return [];
      return {
        ...fields,
        ...(people[i] ?? noPeople),
        ticket_id: ticket.id,
        contact_id: chat.contactId,
        connection_id: chat.connectionId,
        from_me: event.fromMe,
        external_id: event.externalId,
        ...(event.fromMe ? (states.get(event.externalId) ?? sent) : received),
        is_read: true,
        history: true,
        is_forwarded: event.forwarded,
        quoted_external_id: event.quotedExternalId,
        sent_at: new Date(event.sentAt),
        created_at: now,
        updated_at: now,
      };
    }),
  );
  await linkQuotes(
    ctx,
    chat.connectionId,
    rows.map(({ id }) => id),
  );
  const last = rows.toSorted((a, b) => a.sent_at.getTime() - b.sent_at.getTime() || a.id - b.id).at(-1);
  if (!last) return;
  const heard = rows.filter((row) => !row.from_me).map((row) => row.sent_at.getTime());
  await noteHistory(ctx, ticket.id, {
    id: last.id,
    body: withNames(last.body, last.mentions),
    type: last.media_type,
    fromMe: last.from_me,
    ack: last.ack,
    at: last.sent_at,
    inboundAt: heard.length > 0 ? new Date(Math.max(...heard)) : null,
  });
}

/** The contact of the chat; the chat is locked. */
async function contactOf(ctx: Tx, connectionId: number, events: readonly InboundMessage[], { chat }: InboundMessage): Promise<number> {
  const isGroup = isGroupChat(chat);
  const name = events.findLast((event) => event.name !== null && (isGroup || !event.fromMe))?.name ?? null;
  const { id } = await recogniseChat(withoutAnnouncements(ctx), { connectionId, addresses: chat, name, isGroup, past: true });
  return id;
}

/** States of our own messages, by external id. */
export type DeliveryStates = ReadonlyMap<string, DeliveryState & { fail_reason: string | null }>;

const sent = { state: 'sent', ack: 1 } as const;
const received = { state: 'received', ack: 0 } as const;

function keyOf({ externalId, fromMe }: Pick<InboundMessage, 'externalId' | 'fromMe'>): string {
  return `${fromMe} ${externalId}`;
}

function bySending(a: InboundMessage, b: InboundMessage): number {
  return new Date(a.sentAt).getTime() - new Date(b.sentAt).getTime();
}
