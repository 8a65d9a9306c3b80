import type { TicketView } from '@balcao/contract/tickets';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ListFilter, type TicketPages, ticketKeys } from '../../../data/tickets/keys.ts';
import { ticketPage } from '../../../data/tickets/queries.ts';
import { rowsOf } from '../../../data/tickets/rows.ts';
import { makeTicket } from '../../../data/tickets/test-tickets.ts';
import { clearSession, keepSession } from '../../../platform/session.ts';
import { deferred, refused, serve } from '../../../platform/test-server.ts';
import { testSession } from '../../../platform/test-session.ts';
import { watchToasts } from '../../../platform/test-toast.ts';
import { useTicketActions } from './mutations.ts';

const waiting: ListFilter = { status: 'pending', showAll: false, searchParam: '' };
const mine: ListFilter = { status: 'open', showAll: false, searchParam: '' };
const sales = { id: 1, name: 'Vendas', color: '#2f6fde' };
const rui = { id: 9, name: 'Rui' };

let cache: QueryClient;
let server: ReturnType<typeof serve>;
let toasts: ReturnType<typeof watchToasts>;

beforeEach(() => {
  cache = new QueryClient();
  server = serve({});
  keepSession(testSession({ user: { id: 1, queues: [{ ...sales, UserQueue: { userId: 1, queueId: 1 } }] } }));
  toasts = watchToasts();
});
afterEach(() => {
  toasts.clear();
  cleanup();
  clearSession();
  vi.unstubAllGlobals();
});

function hold(ticket: TicketView) {
  for (const filter of [waiting, mine]) {
    const tickets = ticket.status === filter.status ? [ticket] : [];
    const page = ticketPage(cache, { tickets, count: tickets.length, hasMore: false });
    cache.setQueryData<TicketPages>(ticketKeys.list(filter), { pages: [page], pageParams: [1] });
  }
  return ticket;
}
const listed = (filter: ListFilter) => cache.getQueryData<TicketPages>(ticketKeys.list(filter))?.pages.flatMap(({ ids }) => ids);
const lists = () => [listed(waiting), listed(mine)];
const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
const actions = () => renderHook(() => useTicketActions(), { wrapper }).result.current;
/** Does it, and waits until what follows is shown. */
function acting<T>(run: (each: ReturnType<typeof actions>) => Promise<T>): Promise<T> {
  const each = actions();
  return act(() => run(each));
}
const later = (ticket: TicketView, change: Partial<TicketView>) => ({ ...ticket, revision: ticket.revision + 1, ...change });
/** An answer that the test gives when it wants to. */
function held(route: string) {
  const { promise, resolve } = deferred();
  server.answers[route] = () => promise;
  return resolve;
}
const press = async (label: string) => {
  const action = toasts.shown()?.actions?.find((each) => each.label === label);
  if (!action) throw new Error(`no ${label}`);
  await act(async () => action.onClick());
};

const pending = () => hold(makeTicket(1, { status: 'pending', userId: null, user: null }));
const open = () => hold(makeTicket(1));

test('accepting is shown at once, tells what was seen, and is sent once however often it is pressed', async () => {
  const ticket = pending();
  const answer = held('PUT /tickets/1');
  const { accept } = actions();
  const first = accept(ticket);
  expect(lists()).toEqual([[], [1]]);
  expect(rowsOf(cache)[1]).toMatchObject({ status: 'open', user: { id: 1, name: 'Marina Duarte' } });
  expect(await accept(ticket)).toBeNull();
  answer(later(ticket, { status: 'open', userId: 1, lastMessage: 'Olá!' }));
  expect(await act(() => first)).toMatchObject({ id: 1, lastMessage: 'Olá!' });
  expect(rowsOf(cache)[1]?.lastMessage).toBe('Olá!');
  expect(server.told().map(({ body }) => body)).toEqual([{ status: 'open', userId: 1, expected: { status: 'pending', userId: null } }]);
});

test('what a colleague took meanwhile goes back to where it was, and that is said', async () => {
  const ticket = pending();
  server.answers['PUT /tickets/1'] = refused('ERR_TICKET_TAKEN', 409);
  expect(await acting((each) => each.accept(ticket))).toBeNull();
  expect(lists()).toEqual([[1], []]);
  expect(rowsOf(cache)[1]).toMatchObject({ status: 'pending', userId: null });
  expect(toasts.shown()).toMatchObject({ kind: 'error', title: 'Outra pessoa já assumiu este atendimento.' });
  expect(cache.getQueryState(ticketKeys.list(waiting))?.isInvalidated).toBe(true);
});

test('a move that fails names the ticket, and it can be moved again', async () => {
  const ticket = open();
  server.answers['PUT /tickets/1'] = refused('ERR_INTERNAL_SERVER_ERROR', 500);
  const { resolve } = actions();
  expect(await act(() => resolve(ticket))).toBeNull();
  expect(toasts.shown()).toMatchObject({
    kind: 'error',
    title: 'O atendimento #1 não mudou',
    text: expect.stringContaining('problema inesperado'),
  });
  expect(lists()).toEqual([[], [1]]);
  server.answers['PUT /tickets/1'] = later(ticket, { status: 'closed' });
  expect(await act(() => resolve(ticket))).toMatchObject({ status: 'closed' });
});

test('who resolves may take it back: the ticket is where it was at once, and the page is told', async () => {
  const ticket = open();
  server.answers['PUT /tickets/1'] = later(ticket, { status: 'closed' });
  const onBack = vi.fn();
  await acting((each) => each.resolve(ticket, onBack));
  expect([lists(), toasts.shown()]).toMatchObject([[[], []], { kind: 'success', title: 'Atendimento #1 resolvido', undo: true }]);
  const answer = held('POST /v1/tickets/1/undo');
  await press('Desfazer');
  expect(lists()).toEqual([[], [1]]);
  await act(async () => answer({ ...ticket, revision: 3 }));
  await vi.waitFor(() => expect(onBack).toHaveBeenCalledOnce());
  expect(rowsOf(cache)[1]).toMatchObject({ status: 'open', userId: 1, revision: 3 });
});

test('too late to take it back: the ticket stays as it is, and that is said', async () => {
  const ticket = open();
  server.answers['PUT /tickets/1'] = later(ticket, { status: 'pending', userId: null, user: null });
  server.answers['POST /v1/tickets/1/undo'] = refused('ERR_UNDO_TOO_LATE', 409);
  const onBack = vi.fn();
  await acting((each) => each.giveBack(ticket, onBack));
  expect(toasts.shown()?.title).toBe('Atendimento #1 devolvido');
  await press('Desfazer');
  await vi.waitFor(() => expect(toasts.shown()).toMatchObject({ kind: 'error', text: 'Já não dá para desfazer.' }));
  expect([lists(), onBack.mock.calls.length]).toEqual([[[1], []], 0]);
});

test('once the ticket moves again, the move before can no longer be taken back', async () => {
  const ticket = open();
  server.answers['PUT /tickets/1'] = later(ticket, { status: 'closed' });
  const { resolve, reopen } = actions();
  const closed = await act(() => resolve(ticket));
  const answer = held('PUT /tickets/1');
  const reopening = act(() => reopen(closed ?? ticket));
  await vi.waitFor(() => expect(toasts.shown()).toBeUndefined());
  answer({ ...ticket, revision: 4 });
  await reopening;
});

test('a transfer to a person says to whom, and leaves what is not told out of the call', async () => {
  const ticket = open();
  server.answers['PUT /tickets/1'] = later(ticket, { queueId: 2, userId: 9, user: rui });
  const support = { id: 2, name: 'Suporte', color: '#2e7d32' };
  await acting((each) => each.transfer(ticket, { queueId: 2, userId: 9, whatsappId: null }, { queue: support, user: rui }));
  expect(server.told()[0]?.body).toEqual({ status: 'open', queueId: 2, userId: 9, expected: { status: 'open', userId: 1 } });
  expect([toasts.shown()?.title, lists()]).toEqual(['Transferido para Rui', [[], []]]);
});

test('a transfer to a queue waits there', async () => {
  const ticket = open();
  server.answers['PUT /tickets/1'] = later(ticket, { status: 'pending', userId: null, user: null });
  await acting((each) => each.transfer(ticket, { queueId: 1, userId: null, whatsappId: 4 }, { queue: sales, user: null }));
  expect(server.told()[0]?.body).toMatchObject({ status: 'pending', queueId: 1, userId: null, whatsappId: 4 });
  expect([toasts.shown()?.title, lists()]).toEqual(['Transferido para Vendas', [[1], []]]);
});

test('reopening takes the ticket for oneself and keeps its queue', async () => {
  const ticket = hold(makeTicket(1, { status: 'closed', userId: 9, user: rui }));
  server.answers['PUT /tickets/1'] = later(ticket, { status: 'open', userId: 1 });
  await acting((each) => each.reopen(ticket));
  expect(server.told()[0]?.body).toEqual({ status: 'open', userId: 1, queueId: 1, expected: { status: 'closed', userId: 9 } });
});

test('a deleted ticket is gone from the lists; one that is refused stays', async () => {
  const ticket = open();
  server.answers['DELETE /tickets/1'] = refused('ERR_NO_PERMISSION');
  expect(await acting((each) => each.remove(ticket))).toBe(false);
  expect([lists(), toasts.shown()?.kind]).toEqual([[[], [1]], 'error']);
  server.answers['DELETE /tickets/1'] = {};
  expect(await acting((each) => each.remove(ticket))).toBe(true);
  expect([lists(), rowsOf(cache)[1], toasts.shown()?.title]).toEqual([[[], []], undefined, 'Atendimento #1 excluído']);
});
