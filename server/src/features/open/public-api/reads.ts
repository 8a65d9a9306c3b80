import type { ContactView } from '@balcao/contract/contacts';
import type { Answer, Received } from '@balcao/contract/endpoint';
import type { MessageView } from '@balcao/contract/messages';
import type { ApiContact, ApiContactDetail, ApiMessage, ApiTag, ApiTicket, publicApiEndpoints } from '@balcao/contract/public-api';
import type { TagView } from '@balcao/contract/tags';
import type { TicketView } from '@balcao/contract/tickets';
import type { Ctx, Reader } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { canonicalNumber, contactCards, findContactByNumber, showContact as showDetail } from '../../desk/contacts/reads.ts';
import { readableMessage, showMessages, viewMessage } from '../../desk/messages/reads.ts';
import { readableTicket, showTickets, showTicket as showWhole } from '../../desk/tickets/reads.ts';
import { showTemplates } from '../../outbound/templates/reads.ts';
import { contactsAfter, messagesBefore, type Page, queuesAfter, tagsAfter, templatesAfter, ticketsBefore } from './store.ts';
import { apiContact, apiContactDetail, apiMessage, apiTag, apiTemplate, apiTicket } from './view.ts';

type Endpoints = typeof publicApiEndpoints;
type Query<K extends keyof Endpoints> = Received<Endpoints[K]>['query'];
type Found<K extends keyof Endpoints> = Promise<Answer<Endpoints[K]>>;

/** A ticket, a message, a contact, a tag, as programs see them; for what tells programs by itself. */
export const viewForPrograms: {
  ticket(view: TicketView): ApiTicket;
  message(view: MessageView): ApiMessage;
  contact(view: ContactView): ApiContact;
  tag(view: TagView): ApiTag;
} = {
  ticket: apiTicket,
  message: apiMessage,
  contact: apiContact,
  tag: apiTag,
};

/** Contacts in the order in which they were added; with a number, the one that has it. */
export function listContacts(ctx: Ctx, { number, ...page }: Query<'apiListContacts'>): Found<'apiListContacts'> {
  return reading(ctx, async (ctx) => {
    const { rows: ids, nextCursor } =
      number === undefined ? cut(await contactsAfter(ctx, oneMore(page)), page) : { rows: await withNumber(ctx, number), nextCursor: null };
    const views = await contactCards(ctx, ids);
    return { data: inOrder(ids, views).map(apiContact), nextCursor };
  });
}

async function withNumber(ctx: Reader, number: string): Promise<number[]> {
  const canonical = canonicalNumber(number);
  const found = canonical.ok ? await findContactByNumber(ctx, canonical.value) : null;
  return found ? [found.id] : [];
}

/** ERR_NO_CONTACT_FOUND. */
export async function showContact(ctx: Ctx, id: number): Promise<ApiContactDetail> {
  return apiContactDetail(await showDetail(ctx, id));
}

/** Tickets, the newest first. */
export function listTickets(ctx: Ctx, { cursor, limit, ...filter }: Query<'apiListTickets'>): Found<'apiListTickets'> {
  return reading(ctx, async (ctx) => {
    const page = { cursor, limit };
    const { rows: ids, nextCursor } = cut(await ticketsBefore(ctx, filter, oneMore(page)), page);
    return { data: inOrder(ids, await showTickets(ctx, ids)).map(apiTicket), nextCursor };
  });
}

/** ERR_NO_TICKET_FOUND. */
export async function showTicket(ctx: Ctx, id: number): Promise<ApiTicket> {
  return apiTicket(await showWhole(ctx, id));
}

/** The messages of a ticket, the newest first. ERR_NO_TICKET_FOUND. */
export function listMessages(ctx: Ctx, ticketId: number, page: Query<'apiListMessages'>): Found<'apiListMessages'> {
  return reading(ctx, async (ctx) => {
    await readableTicket(ctx, ticketId);
    const { rows: ids, nextCursor } = cut(await messagesBefore(ctx, ticketId, oneMore(page)), page);
    return { data: inOrder(ids, await showMessages(ctx, ids)).map(apiMessage), nextCursor };
  });
}

/** ERR_NO_MESSAGE_FOUND. */
export function showMessage(ctx: Ctx, id: number): Promise<ApiMessage> {
  return reading(ctx, async (ctx) => apiMessage(viewMessage(ctx, await readableMessage(ctx, id))));
}

export function listTags(ctx: Ctx, page: Query<'apiListTags'>): Found<'apiListTags'> {
  return reading(ctx, async (ctx) => {
    const { rows, nextCursor } = cut(await tagsAfter(ctx, oneMore(page)), page);
    return { data: rows.map(apiTag), nextCursor };
  });
}

export function listQueues(ctx: Ctx, page: Query<'apiListQueues'>): Found<'apiListQueues'> {
  return reading(ctx, async (ctx) => {
    const { rows, nextCursor } = cut(await queuesAfter(ctx, oneMore(page)), page);
    return { data: rows, nextCursor };
  });
}

export function listTemplates(ctx: Ctx, page: Query<'apiListTemplates'>): Found<'apiListTemplates'> {
  return reading(ctx, async (ctx) => {
    const { rows: ids, nextCursor } = cut(await templatesAfter(ctx, oneMore(page)), page);
    return { data: inOrder(ids, await showTemplates(ctx, ids)).map(apiTemplate), nextCursor };
  });
}

/** Asks for one row more than is shown: it tells whether there is another page. */
function oneMore({ cursor, limit }: { cursor?: number | undefined; limit: number }): Page {
  return { cursor, limit: limit + 1 };
}

function cut<T extends number | { id: number }>(rows: T[], { limit }: { limit: number }): { rows: T[]; nextCursor: number | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, nextCursor: rows.length > limit && last !== undefined ? (typeof last === 'number' ? last : last.id) : null };
}

/** Those that are gone since are left out. */
function inOrder<T>(ids: readonly number[], views: ReadonlyMap<number, T>): T[] {
  return ids.flatMap((id) => views.get(id) ?? []);
}
