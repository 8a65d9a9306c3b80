import type { AnswerOf } from '@balcao/contract';
import type { MessageView } from '@balcao/contract/messages';
import { pageSize } from '@balcao/contract/page-rules';
import { mediaLinker } from '../../../gateways/files/signed-url.ts';
import type { LatestMessage } from '../../../gateways/whatsapp/port.ts';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { reading, searching } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { getContact, replyAddress } from '../contacts/reads.ts';
import { notesWith } from '../ticket-notes/reads.ts';
import { mustRead, readableTicket, readableTo, type TicketRow, viewTicket } from '../tickets/reads.ts';
import { messageRef } from './rules/people.ts';
import { type Author, countMedia, findInThread, findInTickets, type MediaKind, mediaOfContact } from './store/looking.ts';
import { changesOfThread, findMessages, findState, getMessage, type Held, listThread } from './store/messages.ts';
import { lastOfChats } from './store/provider.ts';
import { type MessageWithParts, messageView } from './view.ts';

export function viewMessage(ctx: Pick<Ctx, 'companyId' | 'now' | 'secrets' | 'publicUrl'>, row: MessageWithParts): MessageView {
  return messageView(row, mediaLinker(ctx), ctx.publicUrl);
}

/** How far a message has come, and its text; null if it is gone. */
export async function findMessageState(
  ctx: Reader | Tx,
  id: number,
): Promise<{ state: string; fail_reason: string | null; body: string } | null> {
  return findState(ctx, id);
}

export async function viewMessages(ctx: Reader | Tx, ids: number[]): Promise<MessageView[]> {
  const views: MessageView[] = [];
  for (const id of ids) views.push(viewMessage(ctx, await getMessage(ctx, id)));
  return views;
}

/** Messages of a conversation that the caller may read, by their ids. */
export async function showMessages(ctx: Reader | Tx, ids: readonly number[]): Promise<Map<number, MessageView>> {
  const link = mediaLinker(ctx);
  return new Map((await findMessages(ctx, ids)).map((row) => [row.id, messageView(row, link, ctx.publicUrl)]));
}

/** The last message of each chat among a connection's latest 2,000 messages; 50 chats at most. */
export async function latestMessages(ctx: Reader | Tx, connectionId: number): Promise<LatestMessage[]> {
  const latest: LatestMessage[] = [];
  for (const row of await lastOfChats(ctx, connectionId, 2_000, 50)) {
    const message = messageRef(row);
    if (message) latest.push({ chat: await replyAddress(ctx, row.contact_id, row.channel), message, at: row.sent_at.toISOString() });
  }
  return latest;
}

/** At most so many changed messages are told; who holds more of them asks for its pages anew. */
const changesMax = 200;
/** A change is dated when its transaction begins, and heard after it has ended. */
const transactionMs = 120_000;

/**
 * A page of the conversation, without the messages of tickets that the caller must accept first, and whether the caller is its agent and has
 * unread messages in it. With `held` also what changed since, null if that is too much.
 */
export function listMessagePage(ctx: Ctx, ticketId: number, pageNumber: number, held: Held | null = null) {
  return reading(ctx, async (ctx) => {
    const ticket = await readableTicket(ctx, ticketId);
    if (ticket.connection_id === null) throw new AppError('ERR_NO_TICKET_FOUND');
    const offset = (pageNumber - 1) * pageSize.messages;
    const thread = { contactId: ticket.contact_id, connectionId: ticket.connection_id };
    const rows = await listThread(ctx, thread, readableTo(ctx.actor), pageSize.messages + 1, offset);
    const hasMore = rows.length > pageSize.messages;
    const link = mediaLinker(ctx);
    const page = rows.slice(0, pageSize.messages).reverse();
    const isReader = ticket.status === 'open' && ctx.actor.kind === 'user' && ticket.user_id === ctx.actor.id;
    // Accepting a ticket resets its counter without reporting the messages as read to the customer.
    const changes = held && (await changesOf(ctx, thread, held));
    const unread = isReader && (ticket.unread_messages > 0 || page.some((row) => row.ticket_id === ticketId && !row.from_me && !row.read));
    return {
      page: {
        messages: page.map((row) => messageView(row, link, ctx.publicUrl)),
        ticket: viewTicket(ctx, ticket),
        count: offset + rows.length,
        hasMore,
        ...(held && { changes }),
      },
      unread,
    };
  });
}

async function changesOf(
  ctx: Reader,
  thread: { contactId: number; connectionId: number },
  { from, since }: Held,
): Promise<AnswerOf<'GET /messages/:ticketId'>['changes']> {
  const before = new Date(since.getTime() - transactionMs);
  const found = await changesOfThread(ctx, thread, { from, since: before }, readableTo(ctx.actor), changesMax + 1);
  if (!found || found.changed.length > changesMax) return null;
  const messages = found.changed.length > 0 ? await findMessages(ctx, found.changed) : [];
  return { messages: messages.map((row) => viewMessage(ctx, row)), count: found.count, sum: found.sum };
}

/** Where a text is in a conversation that the caller may read. ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION. */
export function searchThread(
  ctx: Ctx,
  ticketId: number,
  { searchParam, from }: { searchParam: string; from: Author },
): Promise<AnswerOf<'GET /v1/tickets/:ticketId/find'>> {
  return searching(ctx, async (ctx) => {
    const { contact_id: contactId, connection_id: connectionId } = await readableTicket(ctx, ticketId);
    if (connectionId === null || searchParam === '') return { hits: [], hasMore: false };
    const thread = { contactId, connectionId };
    const found = await findInThread(ctx, thread, { search: searchParam, from }, readableTo(ctx.actor), threadHitsMax + 1);
    const hits = found.slice(0, threadHitsMax).map((hit) => ({ ...hit, at: hit.at.toISOString() }));
    return { hits, hasMore: found.length > threadHitsMax };
  });
}

/** How many messages of each ticket are searched at first; those without a hit share `searchedMax` more. */
const searchedFirst = 500;
const searchedMax = 20_000;
const hitsOfTicketMax = 20;

/** What has a text in tickets that the caller may read, with its notes, the newest first. Tickets that they may not read have none. */
export function listHits(
  ctx: Ctx,
  { ticketIds, searchParam }: { ticketIds: readonly number[]; searchParam: string },
): Promise<AnswerOf<'GET /v1/message-hits'>> {
  return searching(ctx, async (ctx) => {
    if (searchParam === '' || ticketIds.length === 0) return [];
    const find = (ids: readonly number[], latest: number) =>
      findInTickets(ctx, { ticketIds: ids, search: searchParam, latest }, readableTo(ctx.actor), hitsOfTicketMax);
    const first = await find(ticketIds, searchedFirst);
    const found = new Set(first.map(({ ticketId }) => ticketId));
    const rest = ticketIds.filter((id) => !found.has(id));
    const deeper = rest.length > 0 ? await find(rest, Math.floor(searchedMax / rest.length)) : [];
    const notes = await notesWith(ctx, ticketIds, searchParam, hitsOfTicketMax);
    const hits = [...first, ...deeper, ...notes.map((note) => ({ ...note, kind: 'note' as const, fromMe: true, participantName: null }))];
    hits.sort((a, b) => b.at.getTime() - a.at.getTime());
    const left = new Map<number, number>();
    return hits
      .filter(({ ticketId }) => {
        const before = left.get(ticketId) ?? hitsOfTicketMax;
        left.set(ticketId, before - 1);
        return before > 0;
      })
      .map((hit) => ({ ...hit, at: hit.at.toISOString() }));
  });
}

const threadHitsMax = 500;
const mediaPage = 24;

/** Files and links of a contact, as far as the caller may read their tickets. ERR_NO_CONTACT_FOUND. */
export function listContactMedia(
  ctx: Ctx,
  contactId: number,
  { kind, pageNumber }: { kind: MediaKind; pageNumber: number },
): Promise<AnswerOf<'GET /v1/contacts/:contactId/media'>> {
  return reading(ctx, async (ctx) => {
    await getContact(ctx, contactId);
    const seen = readableTo(ctx.actor);
    const rows = await mediaOfContact(ctx, contactId, kind, seen, mediaPage + 1, (pageNumber - 1) * mediaPage);
    const counts = await countMedia(ctx, contactId, seen);
    return { messages: rows.slice(0, mediaPage).map((row) => viewMessage(ctx, row)), counts, hasMore: rows.length > mediaPage };
  });
}

/** A message of a conversation that the caller may read. `held`: a ticket that they see, perhaps its own. ERR_NO_MESSAGE_FOUND, and ERR_NO_PERMISSION where they must accept it first. */
export async function readableMessage(ctx: Reader | Tx, messageId: number, held?: TicketRow): Promise<MessageWithParts> {
  const message = await getMessage(ctx, messageId);
  try {
    if (message.ticket_id === held?.id) mustRead(ctx.actor, held);
    else await readableTicket(ctx, message.ticket_id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_NO_TICKET_FOUND') throw new AppError('ERR_NO_MESSAGE_FOUND');
    throw error;
  }
  return message;
}
