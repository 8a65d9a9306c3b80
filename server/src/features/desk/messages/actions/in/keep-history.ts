// What was written before: stored, but news to nobody. No bot hears it, nothing is unread, no ticket begins or opens again.
import type { Tx } from '../../../../../platform/context.ts';
import { noteHistory } from '../../../tickets/actions/for-features/history.ts';
import { ticketForChat } from '../../../tickets/actions/for-features/ticket-for-chat.ts';
import type { Standing } from '../../rules/delivery.ts';
import { withNames } from '../../rules/people.ts';
import { insertMessages, knownByProvider, linkQuotes } from '../../store/history.ts';
import { lockMessage } from '../../store/messages.ts';
import { peopleOf } from '../people/people.ts';
import { recogniseChat } from '../people/recognise.ts';
import { applyAgain } from './apply-again.ts';
import type { ContentFields } from './content.ts';
import { contentOf, type InboundMessage, ignoresChat, isGroupChat, nobody } from './inbound.ts';
import { quietly } from './quiet.ts';

/**
 * Stores messages of one chat. What is there already stays, unless it is a placeholder for what comes now. Files are fetched when somebody
 * looks. How ours stand is in `standings`, by their id. Nothing is announced: the caller does, once for many chats.
 */
export async function keepHistory(
  ctx: Tx,
  connectionId: number,
  events: readonly InboundMessage[],
  standings: Standings = new Map(),
): Promise<void> {
  const latest = events.at(-1);
  if (!latest || (await ignoresChat(ctx, latest.chat))) return;
  const contactId = await contactBehind(ctx, connectionId, events, latest);
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
      await applyAgain(quietly(ctx), await lockMessage(ctx, there.id), event);
  }
  if (fresh.length > 0) await store(ctx, { contactId, connectionId }, fresh.sort(bySending), standings);
}

async function store(
  ctx: Tx,
  chat: { contactId: number; connectionId: number },
  events: readonly InboundMessage[],
  standings: Standings,
): Promise<void> {
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
        ...(event.fromMe ? (standings.get(event.externalId) ?? sent) : received),
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
    body: withNames(last.body, last.mentions),
    type: last.media_type,
    fromMe: last.from_me,
    ack: last.ack,
    at: last.sent_at,
    inboundAt: heard.length > 0 ? new Date(Math.max(...heard)) : null,
  });
}

/** Whose chat it is, held. */
async function contactBehind(ctx: Tx, connectionId: number, events: readonly InboundMessage[], { chat }: InboundMessage): Promise<number> {
  const isGroup = isGroupChat(chat);
  const name = events.findLast((event) => event.name !== null && (isGroup || !event.fromMe))?.name ?? null;
  const { id } = await recogniseChat(quietly(ctx), { connectionId, addresses: chat, name, isGroup, past: true });
  return id;
}

/** How messages of ours stand, by their id. */
export type Standings = ReadonlyMap<string, Standing & { fail_reason: string | null }>;

const sent = { state: 'sent', ack: 1 } as const;
const received = { state: 'received', ack: 0 } as const;

function keyOf({ externalId, fromMe }: Pick<InboundMessage, 'externalId' | 'fromMe'>): string {
  return `${fromMe} ${externalId}`;
}

function bySending(a: InboundMessage, b: InboundMessage): number {
  return new Date(a.sentAt).getTime() - new Date(b.sentAt).getTime();
}
