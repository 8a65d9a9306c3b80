// Every ticket the browser holds, once, by its id. Lists and details hold ids and read their tickets here, so they never disagree.
// The guard by revision is here too: an older copy never replaces a newer one.
import type { TicketView } from '@balcao/contract/tickets';
import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { type TicketPages, ticketKeys } from './keys.ts';

export type Rows = Readonly<Record<number, TicketView>>;
/** What is remembered of each ticket in the news, even if no list has it any more. */
export type Heard = Pick<TicketView, 'revision' | 'status' | 'userId' | 'queueId' | 'unreadMessages' | 'snoozedAt'> &
  Partial<Pick<TicketView, 'chatbot' | 'useIntegration'>> & {
    /** It left what the person sees: the numbers have been asked for without it, wherever it was. */
    gone?: boolean;
  };

const none: Rows = {};

export function rowsOf(cache: QueryClient): Rows {
  return cache.getQueryData<Rows>(ticketKeys.rows) ?? none;
}

/** The newest known state of a ticket; undefined if it is unknown. */
export function lastHeard(cache: QueryClient, ticketId: number): Heard | undefined {
  const row = rowsOf(cache)[ticketId];
  const told = heardIn(cache).get(ticketId);
  return row && (!told || (!told.gone && row.revision >= told.revision)) ? row : told;
}

/** Stores a ticket from the news. If a newer revision is known, it changes nothing and answers false. */
export function keepNews(cache: QueryClient, ticket: TicketView): boolean {
  if (ticket.revision < (lastHeard(cache, ticket.id)?.revision ?? -1)) return false;
  const { revision, status, userId, queueId, unreadMessages, snoozedAt, chatbot, useIntegration } = ticket;
  heardIn(cache).set(ticket.id, { revision, status, userId, queueId, unreadMessages, snoozedAt, chatbot, useIntegration });
  keepTickets(cache, [ticket]);
  return true;
}

/** Notes that a ticket left what the person sees, or was deleted. Older copies of it stay out. */
export function keepGone(cache: QueryClient, ticketId: number): void {
  const told = lastHeard(cache, ticketId);
  if (!told) return;
  const { revision, status, userId, queueId, unreadMessages, snoozedAt } = told;
  heardIn(cache).set(ticketId, { revision, status, userId, queueId, unreadMessages, snoozedAt, gone: true });
}

/** Stores tickets from an answer of the server, except those older than ours. */
export function keepTickets(cache: QueryClient, tickets: readonly TicketView[]): void {
  const rows = rowsOf(cache);
  const fresh = tickets.filter((ticket) => ticket.revision >= (rows[ticket.id]?.revision ?? -1));
  write(cache, {
    ...rows,
    ...Object.fromEntries(fresh.map((ticket) => [ticket.id, replaceEqualDeep(rows[ticket.id], ticket)])),
  });
}

/** Changes what tickets repeat of other records, such as the name of their contact. Their revision stays. */
export function changeTickets(cache: QueryClient, change: (ticket: TicketView) => TicketView): void {
  const rows = rowsOf(cache);
  const changed = Object.values(rows).flatMap((ticket) => {
    const next = change(ticket);
    return next === ticket ? [] : [[ticket.id, next] as const];
  });
  if (changed.length > 0) write(cache, { ...rows, ...Object.fromEntries(changed) });
}

/** Notes that the messages of a ticket were read. */
export function keepRead(cache: QueryClient, ticketId: number): void {
  const told = heardIn(cache).get(ticketId);
  if (told) told.unreadMessages = 0;
  changeTickets(cache, (ticket) => (ticket.id === ticketId && ticket.unreadMessages > 0 ? { ...ticket, unreadMessages: 0 } : ticket));
}

/** In the cache, so that it goes with everything else at sign-out. */
function heardIn(cache: QueryClient): Map<number, Heard> {
  const known = cache.getQueryData<Map<number, Heard>>(ticketKeys.heard);
  if (known) return known;
  const empty = new Map<number, Heard>();
  cache.setQueryDefaults(ticketKeys.heard, { gcTime: Number.POSITIVE_INFINITY, structuralSharing: false });
  cache.setQueryData(ticketKeys.heard, empty);
  return empty;
}

/** Forgets a ticket that was deleted. */
export function forgetTicket(cache: QueryClient, ticketId: number): void {
  const { [ticketId]: deleted, ...others } = rowsOf(cache);
  if (deleted) write(cache, others);
}

/** Forgets tickets that no list and no detail has. Does nothing during a fetch: its tickets are stored before its list is. */
export function forgetUnused(cache: QueryClient): void {
  if (cache.isFetching({ queryKey: ticketKeys.all }) > 0) return;
  const used = new Set<number | undefined>();
  for (const [, id] of cache.getQueriesData<number>({ queryKey: ticketKeys.ones })) used.add(id);
  for (const [, pages] of cache.getQueriesData<TicketPages>({ queryKey: ticketKeys.lists })) {
    for (const page of pages?.pages ?? []) for (const id of page.ids) used.add(id);
  }
  const rows = rowsOf(cache);
  const kept = Object.values(rows).filter(({ id }) => used.has(id));
  if (kept.length < Object.keys(rows).length) write(cache, Object.fromEntries(kept.map((ticket) => [ticket.id, ticket])));
}

/** The query that holds the rows. It is never garbage-collected, because inactive lists still need it. */
export const rowsQuery = {
  queryKey: ticketKeys.rows,
  queryFn: () => none,
  enabled: false,
  gcTime: Number.POSITIVE_INFINITY,
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: sameTickets,
};

/** Reuses a list of the same tickets, so that it does not render again when other tickets change. */
function sameTickets(before: unknown, after: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(after)) return after;
  return before.length === after.length && before.every((ticket, at) => ticket === after[at]) ? before : after;
}

function write(cache: QueryClient, rows: Rows): void {
  cache.setQueryDefaults(ticketKeys.rows, rowsQuery);
  cache.setQueryData<Rows>(ticketKeys.rows, rows);
}
