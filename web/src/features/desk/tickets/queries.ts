// What the inbox asks the server about tickets, and what its dialogs choose from.
import { pageSize } from '@balcao/contract/common';
import type { Viewer } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import type { SessionUser } from '@balcao/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { useInfiniteRows } from '../../../platform/infinite-rows.ts';
import { useLiveCache } from '../../../platform/live-cache.ts';
import { refreshSoon } from '../../../platform/refresh-soon.ts';
import { useUser } from '../../../platform/session.ts';
import { useLive, useRoom } from '../../../platform/socket.ts';
import { type CountFilter, choiceKeys, type ListFilter, ticketKeys } from './keys.ts';
import { applyContact, applyTag, applyTicket, applyTicketNews, heldTicket, removeTag } from './live.ts';
import { applyTyping } from './typing.ts';

/** The signed-in user, as the rules of tickets look at people. */
export function viewerOf(user: SessionUser): Viewer {
  return { id: user.id, profile: user.profile, queueIds: user.queues.map(({ id }) => id), allTicket: user.allTicket === 'enabled' };
}

/** Keeps all lists, counts and open tickets up to date while the inbox is shown. */
export function useLiveTickets(): void {
  const viewer = viewerOf(useUser());
  useRoom('joinTickets', 'open');
  useRoom('joinTickets', 'pending');
  useRoom('joinTickets', 'closed');
  useLiveCache('ticket', (cache, news) => applyTicketNews(cache, viewer, news));
  useLiveCache('appMessage', (cache, { ticket }) => applyTicket(cache, viewer, ticket));
  useLive('appMessage', ({ action, message, ticket }) => {
    if (action === 'create' && !message.fromMe) applyTyping({ ticketId: ticket.id, on: false });
  });
  useLive('contactTyping', applyTyping);
  useLiveCache('history', (cache) => refreshSoon(cache, ticketKeys.lists));
  useLiveCache('contact', (cache, news) => {
    if (news.action === 'delete') return;
    applyContact(cache, news.contact);
    void cache.invalidateQueries({ queryKey: choiceKeys.contact(news.contact.id) });
  });
  useLiveCache('queue', (cache) => {
    void cache.invalidateQueries({ queryKey: choiceKeys.queues });
    void cache.invalidateQueries({ queryKey: ticketKeys.lists });
  });
  useLiveCache('tag', (cache, news) => {
    if (news.action === 'delete') removeTag(cache, news.tagId);
    else applyTag(cache, news.tag);
  });
  useLiveCache('user', (cache) => void cache.invalidateQueries({ queryKey: choiceKeys.users }));
  useLiveCache('whatsapp', (cache) => {
    void cache.invalidateQueries({ queryKey: choiceKeys.connections });
    void cache.invalidateQueries({ queryKey: ticketKeys.lists });
    void cache.invalidateQueries({ queryKey: ticketKeys.ones });
  });
}

export function useTicketList(filter: ListFilter, enabled = true) {
  const { searchParam, queueIds, users, tags, status, showAll } = filter;
  return useInfiniteRows({
    queryKey: ticketKeys.list(filter),
    fetchPage: (pageNumber, signal) =>
      api('GET /tickets', {
        query: {
          pageNumber,
          searchParam,
          showAll,
          ...(status ? { status } : {}),
          ...(queueIds ? { queueIds: [...queueIds] } : {}),
          ...(users ? { users: [...users] } : {}),
          ...(tags ? { tags: [...tags] } : {}),
        },
        signal,
      }),
    rowsOf: (page) => page.tickets,
    pageSize: pageSize.tickets,
    enabled,
  });
}

export function useTicketCounts(filter: CountFilter) {
  return useQuery({
    queryKey: ticketKeys.counts(filter),
    queryFn: ({ signal }) =>
      api('GET /v1/tickets/counts', {
        query: { showAll: filter.showAll, ...(filter.queueIds ? { queueIds: [...filter.queueIds] } : {}) },
        signal,
      }),
    placeholderData: (before) => before,
  }).data;
}

/** The open ticket by its uuid. Drawn at once from the list it was opened from. */
export function useTicket(uuid: string | undefined) {
  const cache = useQueryClient();
  return useQuery({
    queryKey: ticketKeys.one(uuid ?? ''),
    queryFn: ({ signal }) => api('GET /tickets/u/:ticketUuid', { params: { ticketUuid: uuid ?? '' }, signal }),
    enabled: uuid !== undefined,
    placeholderData: () => listedTicket(cache, uuid),
  });
}

function listedTicket(cache: ReturnType<typeof useQueryClient>, uuid: string | undefined): TicketView | undefined {
  for (const [, pages] of cache.getQueriesData<{ pages: { tickets: TicketView[] }[] }>({ queryKey: ticketKeys.lists })) {
    const found = pages?.pages.flatMap((page) => page.tickets).find((ticket) => ticket.uuid === uuid);
    if (found) return heldTicket(cache, found.id);
  }
  return undefined;
}

/** The tickets of a contact, newest first. */
export function useTicketsOfContact(contactId: number) {
  return useQuery({
    queryKey: ticketKeys.ofContact(contactId),
    queryFn: ({ signal }) => api('GET /tickets', { query: { contactId, showAll: true }, signal }),
  });
}

export function useContactDetail(contactId: number) {
  return useQuery({
    queryKey: choiceKeys.contact(contactId),
    queryFn: ({ signal }) => api('GET /contacts/:contactId', { params: { contactId }, signal }),
  });
}

/** The queues the person may choose: all of them for admins, the own ones for others. */
export function useChoosableQueues(): readonly { id: number; name: string; color: string }[] {
  const user = useUser();
  const { data } = useAllQueues(user.profile === 'admin');
  return user.profile === 'admin' ? (data ?? []) : user.queues;
}

export function useAllQueues(enabled = true) {
  return useQuery({ queryKey: choiceKeys.queues, queryFn: ({ signal }) => api('GET /queue', { signal }), enabled });
}

export function useColleagues(enabled = true) {
  return useQuery({ queryKey: choiceKeys.users, queryFn: ({ signal }) => api('GET /users/list', { signal }), enabled });
}

/** The tags the search is narrowed by. */
export function useTagFilter(enabled: boolean) {
  return useQuery({ queryKey: choiceKeys.tags, queryFn: ({ signal }) => api('GET /tags/list', { signal }), enabled });
}

export function useConnectionChoices(enabled = true) {
  return useQuery({
    queryKey: choiceKeys.connections,
    queryFn: ({ signal }) => api('GET /whatsapp', { query: { session: '0' }, signal }),
    enabled,
  });
}

/** Contacts by name or number, from three typed characters on. */
export function useContactSearch(text: string) {
  return useQuery({
    queryKey: choiceKeys.contacts(text),
    queryFn: ({ signal }) => api('GET /contacts', { query: { searchParam: text }, signal }),
    enabled: text.length >= contactSearchMin,
    placeholderData: (before) => before,
  });
}

export const contactSearchMin = 3;
