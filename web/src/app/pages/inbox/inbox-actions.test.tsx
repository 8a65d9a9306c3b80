// Where the actions of the workspace lead, and its keys.
import type { TicketView } from '@balcao/contract/tickets';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTicket } from '../../../data/tickets/test-tickets.ts';
import { listenForCommands } from '../../../platform/commands.ts';
import { nextTask } from '../../../platform/next-task.ts';
import { clearSession, keepSession } from '../../../platform/session.ts';
import { openLine } from '../../../platform/socket.ts';
import { deferred, refused, serve } from '../../../platform/test-server.ts';
import { testSession } from '../../../platform/test-session.ts';
import { watchToasts } from '../../../platform/test-toast.ts';
import { wire } from '../../../platform/test-wire.ts';
import { ConfirmHost } from '../../../ui/dialog/confirm-dialog.tsx';
import { theme } from '../../../ui/theme.ts';
import { type InboxActions, type InboxDialog, useInboxActions } from './inbox-actions.ts';
import { useInboxKeys } from './inbox-keys.ts';
import { useTicketCommands } from './ticket-commands.ts';

vi.mock('socket.io-client', () => import('../../../platform/test-wire.ts'));

const [first, second, waiting] = [makeTicket(1), makeTicket(2), makeTicket(3, { status: 'pending', userId: null, user: null })];
const closed = makeTicket(40, { status: 'closed', contactId: 4 });
const went = vi.fn<(to: string) => void>();
let server: ReturnType<typeof serve>;
let actions: InboxActions;
let dialog: InboxDialog | undefined;
let toasts: ReturnType<typeof watchToasts>;
let stopKeys: () => void;

beforeEach(() => {
  toasts = watchToasts();
  dialog = undefined;
  went.mockClear();
  server = serve({ 'GET /contacts/2': {} });
  keepSession(testSession({ user: { id: 1 } }));
  stopKeys = listenForCommands();
});
afterEach(() => {
  stopKeys();
  toasts.clear();
  cleanup();
  clearSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Place = { open?: TicketView | undefined; free?: boolean };

function Desk({ open, free = true }: Place) {
  actions = useInboxActions({
    uuid: open?.uuid,
    goToOwn: ({ uuid }) => went(uuid),
    goToList: () => went('list'),
    onDialog: (next) => {
      dialog = next;
    },
  });
  useInboxKeys({
    ticket: open,
    listed: { current: [first, second, waiting] },
    free,
    goTo: ({ uuid }) => went(uuid),
    onNew: () => went('new'),
    onPanel: () => went('panel'),
    onClose: () => went('close'),
  });
  return (
    <>
      {open && <Commands ticket={open} free={free} />}
      <textarea aria-label="Mensagem" />
      <div data-ticket={3}>
        <button type="button" data-row>
          Quem espera
        </button>
      </div>
    </>
  );
}

function Commands({ ticket, free }: { ticket: TicketView; free: boolean }) {
  useTicketCommands(ticket, actions, free);
  return null;
}
const cache = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} env="test">
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
    <ConfirmHost />
  </MantineProvider>
);
const goTo = (ticket?: TicketView) => window.history.replaceState(null, '', `/tickets${ticket ? `/${ticket.uuid}` : ''}`);
const show = (place: Place) => {
  goTo(place.open);
  return render(<Desk {...place} />, { wrapper });
};
const places = () => went.mock.calls.map(([to]) => to);
function press(letter: string) {
  const event = createEvent.keyDown(document.body, { key: letter.toLowerCase(), code: `Key${letter}`, altKey: true });
  // happy-dom takes Alt for AltGr.
  Object.assign(event, { getModifierState: () => false });
  fireEvent(document.body, event);
}
const moved = (ticket: TicketView, change: Partial<TicketView>) => ({ ...ticket, revision: ticket.revision + 1, ...change });
const settled = () => act(nextTask);

test('who accepts or reopens goes to the conversation; who is refused stays', async () => {
  show({});
  server.answers['PUT /tickets/3'] = moved(waiting, { status: 'open', userId: 1 });
  actions.accept(waiting);
  await vi.waitFor(() => expect(places()).toEqual(['uuid-3']));
  await settled();
  server.answers['PUT /tickets/2'] = refused('ERR_TICKET_TAKEN', 409);
  actions.reopen(moved(second, { status: 'closed' }));
  // The sentences of refusals are loaded with the first of them.
  await vi.waitFor(() => expect(toasts.shown()?.kind).toBe('error'), { timeout: 5_000 });
  expect(places()).toEqual(['uuid-3']);
});

test('who resolves the open conversation goes back to the list, and by taking it back to the conversation', async () => {
  show({ open: first });
  server.answers['PUT /tickets/1'] = moved(first, { status: 'closed' });
  server.answers['POST /v1/tickets/1/undo'] = { ...first, revision: 4 };
  actions.resolve(first);
  await vi.waitFor(() => expect(places()).toEqual(['list']));
  await settled();
  act(() => toasts.shown()?.actions?.[0]?.onClick());
  await vi.waitFor(() => expect(places()).toEqual(['list', 'uuid-1']));
});

test('who resolves another one from the list stays where they are', async () => {
  show({ open: first });
  server.answers['PUT /tickets/2'] = moved(second, { status: 'closed' });
  actions.ofRows.onResolve(second);
  await vi.waitFor(() => expect(toasts.shown()?.kind).toBe('success'));
  await settled();
  expect(places()).toEqual([]);
});

test('who opened something else meanwhile is left there, also before it is drawn', async () => {
  const { promise, resolve } = deferred();
  server.answers['PUT /tickets/1'] = () => promise;
  show({ open: first });
  actions.giveBack(first);
  goTo(second);
  resolve(moved(first, { status: 'pending', userId: null }));
  await vi.waitFor(() => expect(toasts.shown()?.kind).toBe('success'));
  await settled();
  expect(places()).toEqual([]);
});

test('a transfer to oneself stays in the conversation, one to another leaves it', async () => {
  show({ open: first });
  const names = { queue: first.queue, user: null };
  server.answers['PUT /tickets/1'] = moved(first, { queueId: 2 });
  expect(await act(() => actions.transfer(first, { queueId: 2, userId: 1, whatsappId: null }, names))).toBe(true);
  expect(places()).toEqual([]);
  server.answers['PUT /tickets/1'] = moved(first, { userId: 9, revision: 7 });
  expect(await act(() => actions.transfer(first, { queueId: 1, userId: 9, whatsappId: null }, names))).toBe(true);
  expect(places()).toEqual(['list']);
  server.answers['PUT /tickets/1'] = refused('ERR_USER_NOT_IN_QUEUE', 400);
  expect(await act(() => actions.transfer(first, { queueId: 1, userId: 8, whatsappId: null }, names))).toBe(false);
});

test('a ticket is deleted when one agrees; one that could not be deleted is opened again', async () => {
  show({ open: first });
  server.answers['DELETE /tickets/1'] = refused('ERR_NO_PERMISSION');
  actions.remove(first);
  fireEvent.click(await screen.findByRole('button', { name: 'Cancelar' }));
  await settled();
  expect([places(), server.told()]).toEqual([[], []]);
  actions.remove(first);
  fireEvent.click(await screen.findByRole('button', { name: 'Excluir' }));
  await vi.waitFor(() => expect(places()).toEqual(['list', 'uuid-1']));
});

test('what opening a row shows is loaded while the pointer rests on it, not where it only passes over, and of one that waits only the contact', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const loaded = async (afterMs: number) => {
    await act(() => vi.advanceTimersByTimeAsync(afterMs));
    await vi.dynamicImportSettled();
    return server.asked.splice(0).flatMap(({ route, query }) => (/contacts|peek/.test(`${route}?${query}`) ? route : []));
  };
  show({});
  await loaded(0);
  actions.ofRows.onPrefetch(first);
  expect(await loaded(50)).toEqual([]);
  actions.ofRows.onPrefetch(closed);
  expect(await loaded(200)).toEqual(['GET /contacts/4', 'GET /messages/40']);
  actions.ofRows.onPrefetch(waiting);
  expect(await loaded(200)).toEqual(['GET /contacts/3']);
});

test('while there is no line nothing is loaded before it is opened', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  cache.clear();
  show({});
  const rested = async () => {
    server.asked.splice(0);
    actions.ofRows.onPrefetch(closed);
    await act(() => vi.advanceTimersByTimeAsync(200));
    await vi.dynamicImportSettled();
    return server.asked.length;
  };
  const close = openLine(3);
  act(() => wire.hear('ready'));
  act(() => wire.hear('disconnect', 'transport close'));
  expect(await rested()).toBe(0);
  act(() => wire.hear('ready'));
  expect(await rested()).toBeGreaterThan(0);
  close();
});

test('what a pointer has passed is not waited for: only what the last row needs is on its way', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const going = new Map<string, AbortSignal>();
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    going.set(url, signal);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const onTheirWay = () => [...going].flatMap(([url, { aborted }]) => (aborted ? [] : url.split('?')[0])).sort();
  const rest = async (ticket: TicketView) => {
    actions.ofRows.onPrefetch(ticket);
    await act(() => vi.advanceTimersByTimeAsync(200));
    await vi.dynamicImportSettled();
  };
  cache.clear();
  show({});
  const whole = ({ id, contactId }: TicketView) =>
    [`/contacts/${contactId}`, `/messages/${id}`, `/v1/tickets/${id}/moves`, `/v1/tickets/${id}/notes`].sort();
  for (const row of [first, second, closed, makeTicket(41, { contactId: closed.contactId })]) {
    await rest(row);
    expect(onTheirWay()).toEqual(whole(row));
  }
  await rest(waiting);
  expect(onTheirWay()).toEqual([`/contacts/${waiting.contactId}`]);
});

test('peeking is for admins', () => {
  show({});
  expect(actions.ofRows.onPeek).toBeNull();
  keepSession(testSession({ user: { id: 1, profile: 'admin' } }));
  show({});
  actions.ofRows.onPeek?.(waiting);
  expect(dialog).toEqual({ kind: 'peek', ticket: waiting });
});

test('Alt+J and Alt+K go through the list as it is shown; one that waits gets the focus only', () => {
  const { rerender } = show({});
  press('J');
  rerender(<Desk open={first} />);
  press('J');
  rerender(<Desk open={second} />);
  press('K');
  press('J');
  expect(places()).toEqual(['uuid-1', 'uuid-2', 'uuid-1']);
  expect(document.activeElement?.textContent).toBe('Quem espera');
  press('K');
  expect(places().at(-1)).toBe('uuid-2');
});

test('the keys act on the open conversation, as far as it may be moved, and not while a dialog is open', async () => {
  const closed = moved(first, { status: 'closed' });
  const { rerender } = show({ open: closed });
  for (const letter of ['E', 'B']) press(letter);
  expect(server.told()).toEqual([]);
  press('T');
  expect(dialog).toEqual({ kind: 'transfer', ticket: closed });
  for (const letter of ['O', 'N']) press(letter);
  expect(places()).toEqual(['panel', 'new']);
  rerender(<Desk open={first} free={false} />);
  for (const letter of ['E', 'B', 'N', 'O', 'J']) press(letter);
  expect([server.told(), places().length]).toEqual([[], 2]);
  rerender(<Desk open={first} />);
  server.answers['PUT /tickets/1'] = moved(first, { status: 'pending', userId: null, revision: 9 });
  press('B');
  await vi.waitFor(() => expect(places().at(-1)).toBe('list'));
});

test('Escape leaves the field first, and then the conversation', () => {
  show({ open: first });
  const field = screen.getByRole('textbox');
  field.focus();
  fireEvent.keyDown(field, { key: 'Escape' });
  expect([document.activeElement === field, places()]).toEqual([false, []]);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(places()).toEqual(['close']);
});
