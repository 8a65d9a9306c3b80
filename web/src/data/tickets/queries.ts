import type { AnswerOf } from '@balcao/contract';
import { pageSize } from '@balcao/contract/page-rules';
import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { TicketMove, TicketView } from '@balcao/contract/tickets';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { type ChipFilter, type CountFilter, type ListFilter, type TicketPage, ticketKeys } from './keys.ts';
import { keepTickets, type Rows, rowsOf, rowsQuery } from './rows.ts';

type ListOptions = {
  enabled?: boolean;
  /** Of a search: the rows of the one before stay until those of the next are there. */
  keepPrevious?: boolean;
  /** What is loaded beside the tickets of a page, before they are shown. */
  beside?: (ticketIds: number[]) => Promise<unknown>;
};

/** The tickets of a list page by page, in its order. */
export function useTicketList(
  filter: ListFilter,
  { enabled = true, keepPrevious = false, beside }: ListOptions = {},
): InfiniteRows<TicketView> {
  const cache = useQueryClient();
  const { queueIds, users, tags, contactId, active, lane, ...plain } = filter;
  const list = useInfiniteRows<TicketPage, { id: number }>({
    queryKey: ticketKeys.list(filter),
    fetchPage: async (pageNumber, signal) => {
      const answer = await api('GET /tickets', {
        query: {
          pageNumber,
          ...plain,
          ...(queueIds ? { queueIds: [...queueIds] } : {}),
          ...(users ? { users: [...users] } : {}),
          ...(tags ? { tags: [...tags] } : {}),
          ...(contactId ? { contactId } : {}),
        },
        signal,
      });
      const page = ticketPage(cache, answer);
      await beside?.(page.ids);
      return page;
    },
    rowsOf: (page) => page.ids.map((id) => ({ id })),
    pageSize: pageSize.tickets,
    enabled,
    keepPrevious,
  });
  const { rows: ids } = list;
  const tickets = useRows(useCallback((rows: Rows) => ids?.flatMap(({ id }) => rows[id] ?? []), [ids]));
  return { ...list, rows: ids && (tickets ?? []) };
}

/** What the kanban board shows; queues, users and tags as filters, none means all. */
export type BoardFilter = Pick<ListFilter, 'queueIds' | 'users' | 'tags' | 'searchParam'>;

/** The tickets of a lane of the kanban board page by page, newest change first. `lane` null: those in no lane. */
export function useLane(lane: number | null, { queueIds, users, tags, searchParam }: BoardFilter): InfiniteRows<TicketView> {
  const cache = useQueryClient();
  const chosen = {
    ...(queueIds ? { queueIds: [...queueIds] } : {}),
    ...(users ? { users: [...users] } : {}),
    ...(tags ? { tags: [...tags] } : {}),
  };
  const list = useInfiniteRows<TicketPage, { id: number }>({
    queryKey: ticketKeys.list({ active: true, lane, showAll: true, searchParam, ...chosen }),
    fetchPage: async (pageNumber, signal) => {
      const query = { pageNumber, searchParam, lane: lane ?? 'lane0', showAll: !queueIds, ...chosen } as const;
      return ticketPage(cache, await api('GET /ticket/kanban', { query, signal }));
    },
    rowsOf: (page) => page.ids.map((id) => ({ id })),
    pageSize: pageSize.tickets,
  });
  const { rows: ids } = list;
  const tickets = useRows(useCallback((rows: Rows) => ids?.flatMap(({ id }) => rows[id] ?? []), [ids]));
  return { ...list, rows: ids && (tickets ?? []) };
}

/** An answer as a list keeps it: the tickets go into the rows, the list keeps their ids. */
export function ticketPage(cache: QueryClient, { tickets, ...page }: AnswerOf<'GET /tickets'>): TicketPage {
  keepTickets(cache, tickets);
  return { ...page, ids: tickets.map(({ id }) => id) };
}

/** The tickets of a contact, newest change first. */
export function useTicketsOfContact(contactId: number): InfiniteRows<TicketView> {
  return useTicketList({ contactId, showAll: true, searchParam: '' });
}

/** The tickets with unread messages: the person's own and, for those who are told of them, waiting ones. */
export function useUnreadTickets(enabled = true): InfiniteRows<TicketView> {
  return useTicketList({ withUnreadMessages: true, showAll: false, searchParam: '' }, { enabled });
}

/** How many tickets are open, pending and unread. The numbers of the previous filter stay until the new ones have loaded. */
export function useTicketCounts(filter: CountFilter, enabled = true) {
  return useQuery({
    queryKey: ticketKeys.counts(filter),
    queryFn: ({ signal }) =>
      api('GET /v1/tickets/counts', {
        query: writable(filter),
        signal,
      }),
    placeholderData: (before) => before,
    enabled,
  }).data;
}

function writable<F extends { queueIds?: readonly number[] | undefined }>({ queueIds, ...filter }: F) {
  return { ...filter, ...(queueIds ? { queueIds: [...queueIds] } : {}) };
}

/** How many tickets each filter of a tab shows, and each queue has. */
export function useFilterCounts(filter: ChipFilter | null) {
  return useQuery({
    queryKey: filter ? ticketKeys.chips(filter) : ticketKeys.allChips,
    queryFn: ({ signal }) =>
      api('GET /v1/tickets/filter-counts', {
        query: { status: 'pending', ...(filter && writable(filter)) },
        signal,
      }),
    placeholderData: (before) => before,
    enabled: filter !== null,
  }).data;
}

const marksQuery = { queryKey: ticketKeys.marks, queryFn: () => api('GET /v1/ticket-marks') };

/** The person's mark of a ticket, if there is one; asks for all of them where the browser does not know them yet. */
export async function markOf(cache: QueryClient, ticketId: number): Promise<TicketMark | undefined> {
  return (await cache.ensureQueryData(marksQuery)).find((mark) => mark.ticketId === ticketId);
}

/** What the person pinned, muted or marked as unread, by ticket. */
export function useTicketMarks(enabled: boolean): ReadonlyMap<number, TicketMark> {
  const { data } = useQuery({ ...marksQuery, enabled });
  return useMemo(() => new Map(data?.map((mark) => [mark.ticketId, mark])), [data]);
}

/** What the queues promise, and the hours in which it counts. */
export function useTicketPromises() {
  return useQuery({ queryKey: ticketKeys.promises, queryFn: ({ signal }) => api('GET /v1/tickets/promises', { signal }) }).data;
}

/** The open ticket by its uuid. Available at once if a list has it. */
export function useTicket(uuid: string | undefined) {
  const cache = useQueryClient();
  const {
    data: id,
    error,
    refetch,
  } = useQuery({
    queryKey: ticketKeys.one(uuid ?? ''),
    queryFn: async ({ signal }) => {
      const ticket = await api('GET /tickets/u/:ticketUuid', { params: { ticketUuid: uuid ?? '' }, signal });
      keepTickets(cache, [ticket]);
      return ticket.id;
    },
    enabled: uuid !== undefined,
    placeholderData: () => Object.values(rowsOf(cache)).find((ticket) => ticket.uuid === uuid)?.id,
  });
  const ticket = useRows(useCallback((rows: Rows) => (id === undefined ? undefined : rows[id]), [id]));
  return { ticket, error, refetch };
}

/**
 * What happened to the tickets of a conversation, oldest first; undefined while it loads. Without an answer there is nothing to tell.
 */
export function useTicketMoves(ticketId: number): readonly TicketMove[] | undefined {
  const { data, error } = useQuery(movesQuery(ticketId));
  return data ?? (error ? none : undefined);
}

/** Loads what happened to the tickets of a conversation before it is asked for. */
export function prefetchTicketMoves(cache: QueryClient, ticketId: number): void {
  void cache.prefetchQuery(movesQuery(ticketId));
}

const movesQuery = (ticketId: number) =>
  queryOptions({
    queryKey: ticketKeys.moves(ticketId),
    queryFn: ({ signal }) => api('GET /v1/tickets/:ticketId/moves', { params: { ticketId }, signal }),
  });

const none: readonly TicketMove[] = [];

/** Reads from the rows. Renders again only when the selected part changes. */
function useRows<Selected>(select: (rows: Rows) => Selected): Selected | undefined {
  return useQuery<Rows, Error, Selected>({ ...rowsQuery, select }).data;
}

/** The conversation whose customer has waited longest for this person, but for one; null if nobody waits. */
export async function fetchNextTicket(cache: QueryClient, after: number): Promise<TicketView | null> {
  const { ticket } = await api('GET /v1/tickets/next', { query: { after } });
  if (ticket) keepTickets(cache, [ticket]);
  return ticket;
}

/** How many open conversations everybody has, and how many wait in each queue: asked for anew each time it is shown. */
export function useWorkload() {
  return useQuery({
    queryKey: ticketKeys.workload,
    queryFn: ({ signal }) => api('GET /v1/workload', { signal }),
    staleTime: 0,
    gcTime: 0,
  }).data;
}
