// What was written before: stored, but news to nobody. No bot hears it, nothing is unread, no ticket begins or opens again.
import { contactChanged, contactCreated, contactsChanged } from '../../../events/contacts.ts';
import type { Tx } from '../../../platform/context.ts';
import type { Fact } from '../../../platform/facts.ts';
import { noteHistory } from '../../tickets/actions/history.ts';
import { ticketForChat } from '../../tickets/actions.ts';
import { insertMessages, knownByProvider, linkQuotes } from '../store/history.ts';
import { lockMessage } from '../store.ts';
import { applyAgain } from './apply-again.ts';
import type { ContentFields } from './content.ts';
import { contentOf, type InboundMessage, ignoresChat, isGroupChat, nobody } from './inbound.ts';
import { peopleOf } from './people.ts';
import { recogniseChat } from './recognise.ts';

/**
 * Stores messages of one chat. What is there already stays, unless it is a placeholder for what comes now. Files are fetched when somebody
 * looks. Nothing is announced, but that contacts were made.
 */
export async function keepHistory(ctx: Tx, connectionId: number, events: readonly InboundMessage[]): Promise<void> {
  const latest = events.at(-1);
  if (!latest || (await ignoresChat(ctx, latest.chat))) return;
  const contactId = await contactBehind(ctx, connectionId, events);
  const known = await knownByProvider(
    ctx,
    connectionId,
    events.map(({ externalId }) => externalId),
  );
  const fresh: InboundMessage[] = [];
  for (const event of new Map(events.map((event) => [keyOf(event), event])).values()) {
    const id = known.get(keyOf(event));
    if (id === undefined) fresh.push(event);
    else await applyAgain(ctx, await lockMessage(ctx, id), event);
  }
  if (fresh.length > 0) await store(ctx, { contactId, connectionId }, fresh.sort(bySending));
}

async function store(ctx: Tx, chat: { contactId: number; connectionId: number }, events: readonly InboundMessage[]): Promise<void> {
  const [oldest] = events;
  if (!oldest) return;
  const isGroup = isGroupChat(oldest.chat);
  const at = new Date(oldest.sentAt);
  const ticket = await ticketForChat(ctx, { ...chat, isGroup, fromMe: oldest.fromMe, at, history: true, text: '' });
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
        ...(people[i] ?? nobody),
        ticket_id: ticket.id,
        contact_id: chat.contactId,
        connection_id: chat.connectionId,
        from_me: event.fromMe,
        external_id: event.externalId,
        state: event.fromMe ? 'sent' : 'received',
        ack: event.fromMe ? 1 : 0,
        read: true,
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
    body: last.body,
    type: last.media_type,
    fromMe: last.from_me,
    ack: last.ack,
    at: last.sent_at,
    inboundAt: heard.length > 0 ? new Date(Math.max(...heard)) : null,
  });
}

/** Whose chat it is, held. Contacts that come by the hundred are told of in one word. */
async function contactBehind(ctx: Tx, connectionId: number, events: readonly InboundMessage[]): Promise<number> {
  let changed = 0;
  const publish = async <P>(fact: Fact<P>, payload: P) => {
    if (fact.name === contactCreated.name || fact.name === contactChanged.name) changed++;
    else await ctx.publish(fact, payload);
  };
  const chat = (events.at(-1) as InboundMessage).chat;
  const isGroup = isGroupChat(chat);
  const name = events.findLast((event) => event.name !== null && (isGroup || !event.fromMe))?.name ?? null;
  const { id } = await recogniseChat({ ...ctx, publish }, { connectionId, addresses: chat, name, isGroup, past: true });
  if (changed > 0) await ctx.publish(contactsChanged, { count: changed });
  return id;
}

function keyOf({ externalId, fromMe }: Pick<InboundMessage, 'externalId' | 'fromMe'>): string {
  return `${fromMe} ${externalId}`;
}

function bySending(a: InboundMessage, b: InboundMessage): number {
  return new Date(a.sentAt).getTime() - new Date(b.sentAt).getTime();
}
