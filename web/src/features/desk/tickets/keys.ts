import type { TicketFilter } from '@balcao/contract/ticket-rules';

/** What one list of tickets shows. `searchParam` is empty in all lists but the search. */
export type ListFilter = TicketFilter & { searchParam: string };
export type CountFilter = Pick<TicketFilter, 'showAll' | 'queueIds'>;

export const ticketKeys = {
  lists: ['tickets', 'list'] as const,
  list: (filter: ListFilter) => [...ticketKeys.lists, filter] as const,
  ones: ['tickets', 'one'] as const,
  one: (uuid: string) => [...ticketKeys.ones, uuid] as const,
  allCounts: ['tickets', 'counts'] as const,
  counts: (filter: CountFilter) => [...ticketKeys.allCounts, filter] as const,
  allOfContact: ['tickets', 'contact'] as const,
  ofContact: (contactId: number) => [...ticketKeys.allOfContact, contactId] as const,
};

/** What the dialogs and filters of the inbox choose from. */
export const choiceKeys = {
  queues: ['tickets', 'choices', 'queues'] as const,
  users: ['tickets', 'choices', 'users'] as const,
  connections: ['tickets', 'choices', 'connections'] as const,
  tags: ['tickets', 'choices', 'tags'] as const,
  contacts: (text: string) => ['tickets', 'choices', 'contacts', text] as const,
  contact: (contactId: number) => ['tickets', 'choices', 'contact', contactId] as const,
  contactCards: ['tickets', 'choices', 'contact'] as const,
};
