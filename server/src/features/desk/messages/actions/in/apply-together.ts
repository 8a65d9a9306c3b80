// Facts of the ordinary kind, taken in together: one transaction, and one statement for each step of all of them. Whatever is more than that, or
// would have to wait for somebody, is left to be received by itself.

import type { Inbound } from '../../../../../gateways/whatsapp/port.ts';
import type { Ctx, Tx } from '../../../../../platform/context.ts';
import { transaction } from '../../../../../platform/db/transaction.ts';
import { faultPoint } from '../../../../../platform/faults.ts';
import { mustStillOwn } from '../../../../company/connections/reads.ts';
import { recogniseKnown } from '../../../contacts/actions/recognise.ts';
import { announceNoted, notingAll, ticketsAsShown } from '../../../tickets/actions/for-features/note-message.ts';
import { type OpenedTogether, openChats } from '../../../tickets/actions/for-features/open-chat.ts';
import { reached } from '../../rules/delivery.ts';
import { insertTexts, takeTicks } from '../../store/together.ts';
import { announceReleased } from '../out/wake.ts';
import { announceCreated, announceTogether } from '../thread/announce.ts';
import { publishReceived } from './arrival.ts';
import { fieldsOf } from './content.ts';
import { type InboundMessage, isGroupChat } from './inbound.ts';

/** How a fact may be taken in with others: as a customer's text, or as the status of a message that went out. */
export type Together = 'texts' | 'ticks';

/** Null for a fact that is received by itself. */
export function togetherWith(event: Inbound): Together | null {
  if (event.kind === 'status') return event.status === 'failed' ? null : 'ticks';
  if (event.kind !== 'message' || event.history || event.fromMe || event.content.type !== 'text') return null;
  return event.quotedExternalId === null && !isGroupChat(event.chat) ? 'texts' : null;
}

/** `under`: the credentials of the connection by which it was found to be genuine. */
export type Fact<E = Inbound> = { connectionId: number; event: E; under?: string | undefined };

/** Takes in facts of one kind, each of a chat of its own, or none of them if it rejects. Resolves with the places of those that it has left. */
export function applyTogether(ctx: Ctx, as: Together, facts: readonly Fact[]): Promise<ReadonlySet<number>> {
  faultPoint('together.before-journal');
  return transaction(ctx, async (ctx) => {
    const taken = as === 'texts' ? await takeTexts(ctx, facts as Fact<InboundMessage>[]) : await moveUp(ctx, facts as Fact<Status>[]);
    if (taken.size > 0) for (const { connectionId, under } of facts) await mustStillOwn(ctx, connectionId, under);
    faultPoint('together.before-commit');
    return new Set([...facts.keys()].filter((place) => !taken.has(place)));
  });
}

type Status = Extract<Inbound, { kind: 'status' }> & { status: keyof typeof reached };

async function moveUp(ctx: Tx, facts: readonly Fact<Status>[]): Promise<Set<number>> {
  const ticks = facts.map(({ connectionId, event: { key, externalId, status } }) => ({
    connectionId,
    key,
    externalId,
    to: reached[status],
  }));
  const taken = await takeTicks(ctx, ticks, ticketsAsShown, ctx.now());
  faultPoint('together.after-journal');
  await announceTogether(ctx, taken);
  return new Set(taken.map(({ place }) => place));
}

async function takeTexts(ctx: Tx, facts: readonly Fact<InboundMessage>[]): Promise<Set<number>> {
  const chats = await chatsOf(ctx, facts);
  const opened = await openChats(ctx, chats);
  faultPoint('together.after-journal');
  const fresh = chats.flatMap((chat, place) => {
    const found = opened.get(place);
    return found?.isNew ? [{ ...chat, ...found }] : [];
  });
  const texts = fresh.map(textOf);
  const inserted = fresh.length > 0 ? await insertTexts(ctx, texts, notingAll(ctx), ctx.now()) : new Map();
  faultPoint('together.after-insert');
  for (const { event, latest, campaignAt, connectionId } of fresh) {
    const stored = inserted.get(latest.id);
    if (!stored) continue;
    const { row, released } = stored;
    const ticket = await announceNoted(ctx, latest, stored.ticket);
    await announceCreated(ctx, row, ticket);
    await announceReleased(ctx, connectionId, released);
    await publishReceived(ctx, { row, ticket, rating: null, event, campaignAt });
  }
  return new Set([...opened.keys()].flatMap((place) => chats[place]?.place ?? []));
}

type Chat = Fact<InboundMessage> & { place: number; contactId: number; key: string; externalId: string };

/** The chats of facts whose contact is known by nothing new, each once. */
async function chatsOf(ctx: Tx, facts: readonly Fact<InboundMessage>[]): Promise<Chat[]> {
  const known = await recogniseKnown(
    ctx,
    facts.map(({ connectionId, event: { chat, name } }) => ({ connectionId, addresses: chat, name, isGroup: false })),
  );
  const chats = new Map<string, Chat>();
  for (const [place, fact] of facts.entries()) {
    const contactId = known[place]?.id;
    const chat = `${fact.connectionId}:${contactId}`;
    if (contactId === undefined || chats.has(chat)) continue;
    chats.set(chat, { ...fact, place, contactId, key: fact.event.key, externalId: fact.event.externalId });
  }
  return [...chats.values()];
}

function textOf({ event, contactId, connectionId, latest }: Chat & OpenedTogether) {
  const sentAt = new Date(event.sentAt);
  const { body } = fieldsOf(event.content, { at: sentAt, timeZone: 'UTC' });
  return { ticketId: latest.id, contactId, connectionId, externalId: event.externalId, body, isForwarded: event.forwarded, sentAt };
}
