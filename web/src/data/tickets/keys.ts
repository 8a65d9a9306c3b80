import type { AnswerOf } from '@balcao/contract';
import type { TicketOrder } from '@balcao/contract/ticket-list-rules';
import type { ServerFilter, TicketFilter } from '@balcao/contract/ticket-rules';
import type { InfiniteData } from '@tanstack/react-query';

/** What one list of tickets shows: of all contacts, or of one. `searchParam` is empty in all lists but the search. */
export type ListFilter = TicketFilter & ServerFilter & { searchParam: string; contactId?: number; order?: TicketOrder };
export type TicketCounts = AnswerOf<'GET /v1/tickets/counts'>;
export type CountFilter = Pick<TicketFilter, 'showAll' | 'queueIds' | 'snoozed'>;
export type ChipFilter = Pick<TicketFilter, 'showAll' | 'queueIds'> & { status: 'pending' | 'open' };

/** A list holds the ids of its tickets; the tickets are read from `rows.ts`. */
export type TicketPage = Omit<AnswerOf<'GET /tickets'>, 'tickets'> & { ids: number[] };
export type TicketPages = InfiniteData<TicketPage, number>;

export const ticketKeys = {
  all: ['tickets'] as const,
  rows: ['tickets', 'rows'] as const,
  heard: ['tickets', 'heard'] as const,
  lists: ['tickets', 'list'] as const,
  list: (filter: ListFilter) => [...ticketKeys.lists, filter] as const,
  ones: ['tickets', 'one'] as const,
  one: (uuid: string) => [...ticketKeys.ones, uuid] as const,
  allMoves: ['tickets', 'moves'] as const,
  moves: (ticketId: number) => [...ticketKeys.allMoves, ticketId] as const,
  workload: ['tickets', 'workload'] as const,
  allCounts: ['tickets', 'counts'] as const,
  allChips: ['tickets', 'filter-counts'] as const,
  chips: (filter: ChipFilter) => [...ticketKeys.allChips, filter] as const,
  marks: ['tickets', 'marks'] as const,
  promises: ['tickets', 'promises'] as const,
  counts: (filter: CountFilter) => [...ticketKeys.allCounts, filter] as const,
};
