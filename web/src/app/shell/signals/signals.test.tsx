// What rings, shows a desktop notice or ends the session, when news come over the line.
import type { PingView } from '@balcao/contract/pings';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeMessage } from '../../../data/messages/test-messages.ts';
import { ticketKeys } from '../../../data/tickets/keys.ts';
import { makeTicket } from '../../../data/tickets/test-tickets.ts';
import { clearSession, keepNoticeChoices, keepSession, sessionEnd, sessionState, useSession } from '../../../platform/session.ts';
import { openLine } from '../../../platform/socket.ts';
import { writeStored } from '../../../platform/storage.ts';
import { serve } from '../../../platform/test-server.ts';
import { testSession, testToken } from '../../../platform/test-session.ts';
import { wire } from '../../../platform/test-wire.ts';
import { dismissToast, dismissToastsOf, holdToastsWithPath, useToast } from '../../../platform/toast.ts';
import { useAnnouncementSignal } from './announcement-signal.ts';
import { useChatSignal } from './chat-signal.ts';
import { useHandedSignal } from './handed-signal.ts';
import { useNewMessageSignal } from './new-message-signal.ts';
import { useSecondSignIn } from './second-sign-in.ts';
import { SpokenNews } from './spoken-news.tsx';
import { tellMention } from './tell-mention.ts';

vi.mock('socket.io-client', () => import('../../../platform/test-wire.ts'));

/** What the browser was asked to play, how high, and what to show. */
let rung: number;
let pitches: number[];
let notices: { title: string; body: string | undefined; tag: string | undefined; click: () => void }[];
let seen: 'visible' | 'hidden';
let close: () => void;

beforeEach(() => {
  [rung, pitches, notices, seen] = [0, [], [], 'hidden'];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen);
  vi.spyOn(document, 'hasFocus').mockImplementation(() => seen === 'visible');
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.stubGlobal('Notification', FakeNotification);
  keepSession(testSession({ token: testToken({ exp: 4_000_000_000, sessionId: 'here' }) }));
  close = openLine(3);
  // The line was up before, so the next `ready` is a reconnect.
  wire.hear('ready', '2026-11-28T12:00:00.000Z');
  cache.setQueryData(ticketKeys.marks, []);
});
afterEach(() => {
  close();
  clearSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

class FakeAudio {
  state = 'running';
  currentTime = 0;
  destination = {};
  createGain() {
    return { gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() }, connect: () => this.destination };
  }
  createOscillator() {
    const tone = { type: '', frequency: { value: 0 }, connect: (level: unknown) => level, stop: vi.fn() };
    return Object.assign(tone, {
      start: () => {
        rung += 1;
        pitches.push(tone.frequency.value);
      },
    });
  }
}
class FakeNotification {
  static permission = 'granted';
  onclick: () => void = () => undefined;
  constructor(title: string, { body, tag }: NotificationOptions = {}) {
    notices.push({ title, body, tag, click: () => this.onclick() });
  }
  close() {}
}

const noChoices = { quiet: null, tones: { kinds: {}, queues: {} }, insist: false };
const cache = new QueryClient();
const place = { path: '' };
function Where({ children }: { children: ReactNode }) {
  place.path = useLocation().pathname;
  return children;
}
/** Like the shell, which is only for those who are signed in. */
function SignedIn({ children }: { children: ReactNode }) {
  return useSession().state === 'in' ? children : null;
}
const mount = (hook: () => void) =>
  renderHook(hook, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={cache}>
        <MemoryRouter>
          <SignedIn>
            <Where>{children}</Where>
          </SignedIn>
        </MemoryRouter>
      </QueryClientProvider>
    ),
  });
const tell = (channel: string, news: unknown) => act(async () => wire.tell(`company-3-${channel}`, news));

const mine = makeTicket(1, { userId: 7 });
const written = (given: object = {}, ticket = mine) => {
  const message = makeMessage(1, { ticketId: ticket.id, body: 'Chegou!', ...given });
  return { action: 'create', message, ticket, contact: ticket.contact };
};

test('a message in an own conversation rings and shows a notice that opens it', async () => {
  mount(() => useNewMessageSignal());
  await tell('appMessage', written());
  expect([rung, notices.map(({ title, body, tag }) => [title, body, tag])]).toEqual([2, [['Helena Sampaio', 'Chegou!', 'ticket-1']]]);
  act(() => notices[0]?.click());
  expect(place.path).toBe('/tickets/uuid-1');
});

test('a muted conversation does not ring, on whatever page its marks are asked for first', async () => {
  cache.removeQueries({ queryKey: ticketKeys.marks });
  const server = serve({ 'GET /v1/ticket-marks': [{ ticketId: 1, pinned: false, muted: true, unread: false }] });
  mount(() => useNewMessageSignal());
  await tell('appMessage', written());
  await vi.waitFor(() => expect(cache.getQueryData(ticketKeys.marks)).toHaveLength(1));
  await tell('appMessage', written({ id: '2' }));
  await tell('appMessage', written({ id: '3' }, { ...mine, id: 2 }));
  expect([rung, notices.length, server.asked.length]).toEqual([2, 1, 1]);
});

test('on a page that is looked at it rings without a notice, and not at all in the conversation that is open', async () => {
  mount(() => useNewMessageSignal());
  seen = 'visible';
  await tell('appMessage', written());
  expect([rung, notices]).toEqual([2, []]);
  window.history.replaceState(null, '', '/tickets/uuid-1');
  await tell('appMessage', written({ id: '2' }));
  expect(rung).toBe(2);
});

test.each([
  ['our own message', written({ fromMe: true })],
  ['a message that was read', written({ read: true })],
  ['a change of a message', { ...written(), action: 'update' }],
  ["a group's message", written({}, { ...mine, isGroup: true })],
  ["a colleague's conversation", written({}, { ...mine, userId: 8 })],
  ['one that waits', written({}, { ...mine, status: 'pending', userId: null })],
])('%s does not ring', async (_what, news) => {
  mount(() => useNewMessageSignal());
  await tell('appMessage', news);
  expect([rung, notices]).toEqual([0, []]);
});

test('one that waits rings for people who see all conversations', async () => {
  keepSession(testSession({ token: testToken({ exp: 4_000_000_000 }), user: { allTicket: 'enabled' } }));
  mount(() => useNewMessageSignal());
  await tell('appMessage', written({}, { ...mine, status: 'pending', userId: null }));
  expect(rung).toBe(2);
});

test('with the volume at zero nothing is heard, and the notice still comes', async () => {
  writeStored('volume', '0');
  mount(() => useNewMessageSignal());
  await tell('appMessage', written());
  expect([rung, notices.length]).toEqual([0, 1]);
});

test('who is given a conversation is told: a toast that opens it, the sound and a notice', async () => {
  mount(() => useHandedSignal());
  const toast = renderHook(() => useToast());
  await tell('ticketHanded', { ticket: mine, by: { id: 9, name: 'Bia Fontes' }, note: 'Quer a troca' });
  expect(toast.result.current).toMatchObject({
    title: 'Bia Fontes transferiu uma conversa para você',
    text: 'Helena Sampaio #1: Quer a troca',
  });
  expect([rung, notices.map(({ body }) => body)]).toEqual([2, ['Helena Sampaio: Quer a troca']]);
  act(() => toast.result.current?.actions?.[0]?.onClick());
  expect(place.path).toBe('/tickets/uuid-1');
  act(() => dismissToast(toast.result.current?.id ?? 0));
});

test('who is called in a note hears the sound that they chose for that', async () => {
  const toast = renderHook(() => useToast());
  const ping: PingView = {
    ...{ id: 3, kind: 'mention', ticketId: 1, text: 'Consegue ver?', at: '2026-11-21T12:00:00.000Z', seenAt: null },
    by: { id: 9, name: 'Bia Fontes' },
    ticket: { id: 1, uuid: 'uuid-1', number: 1, status: 'open', contactId: 1, contactName: 'Helena' },
  };
  keepNoticeChoices([], { ...noChoices, tones: { kinds: { mention: 'drop' }, queues: {} } });
  await act(async () => tellMention(ping, () => undefined));
  expect(pitches).toEqual([1318.5]);
  act(() => dismissToast(toast.result.current?.id ?? 0));
});

test('no toast covers what shows the same: the conversation itself, or the list of what is for the person', async () => {
  mount(() => useHandedSignal());
  const toast = renderHook(() => useToast());
  seen = 'visible';
  const handed = () => tell('ticketHanded', { ticket: mine, by: { id: 9, name: 'Bia Fontes' }, note: '' });
  await handed();
  expect(toast.result.current).toBeDefined();
  const release: { now: () => void } = { now: () => undefined };
  act(() => {
    release.now = holdToastsWithPath();
  });
  expect(toast.result.current).toBeUndefined();
  await handed();
  expect(toast.result.current).toBeUndefined();
  release.now();
  await handed();
  expect(toast.result.current).toBeDefined();
  act(() => dismissToastsOf('/tickets/uuid-1'));
  expect(toast.result.current).toBeUndefined();
  window.history.replaceState(null, '', '/tickets/uuid-1');
  await handed();
  expect([toast.result.current, rung]).toEqual([undefined, 8]);
});

test('what a rule assigns is told without a name, and what an automation has to say in its own words', async () => {
  mount(() => useHandedSignal());
  const toast = renderHook(() => useToast());
  await tell('ticketHanded', { ticket: mine, by: null, note: '' });
  expect(toast.result.current).toMatchObject({ title: 'Uma conversa foi atribuída a você', text: 'Helena Sampaio #1' });
  act(() => dismissToast(toast.result.current?.id ?? 0));
  const ticket = { id: 5, uuid: 'uuid-1', number: 1, contactName: '' };
  await tell('automation-notice', { text: 'Alguém espera', automation: 'Demora', ticket });
  expect(toast.result.current).toMatchObject({ title: 'Alguém espera', text: '#1' });
  expect([rung, notices.map(({ body }) => body)]).toEqual([4, ['Helena Sampaio', '']]);
  act(() => dismissToast(toast.result.current?.id ?? 0));
});

test('a second sign-in elsewhere ends the session a moment later, says why, and keeps the drafts', async () => {
  writeStored('draft:5:7', 'Sobre a sua mesa');
  writeStored('volume', '0.4');
  const server = serve({ 'DELETE /v1/sessions/here': {} });
  mount(() => useSecondSignIn());
  await tell('auth', { user: { id: 7 }, session: 'elsewhere' });
  expect(sessionState().state).toBe('in');
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect([sessionState().state, sessionEnd()]).toEqual(['out', 'elsewhere']);
  // Its cookie is worth nothing any more.
  expect(server.told().map(({ route, token }) => [route, token !== null])).toEqual([['DELETE /v1/sessions/here', true]]);
  expect({ ...localStorage }).toEqual({ 'draft:5:7': 'Sobre a sua mesa', volume: '0.4', sessionEnd: 'elsewhere' });
  keepSession(testSession());
  expect(sessionEnd()).toBeNull();
});

test.each([
  ['of another person', { user: { id: 8 }, session: 'elsewhere' }],
  ['of this browser', { user: { id: 7 }, session: 'here' }],
])('a sign-in %s ends nothing', async (_what, news) => {
  mount(() => useSecondSignIn());
  await tell('auth', news);
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(sessionState().state).toBe('in');
});

test('an operator who is in a company as somebody stays as that person signs in', async () => {
  keepSession(testSession({ user: { operator: { name: 'Olga Prado' } } }));
  mount(() => useSecondSignIn());
  await tell('auth', { user: { id: 7 }, session: 'elsewhere' });
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(sessionState().state).toBe('in');
});

test('who signed in again within that moment stays', async () => {
  mount(() => useSecondSignIn());
  await tell('auth', { user: { id: 7 }, session: 'elsewhere' });
  keepSession(testSession({ token: testToken({ exp: 4_000_000_000, sessionId: 'again' }) }));
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(sessionState().state).toBe('in');
});

test.each([
  ['mine', () => useNewMessageSignal(), 'appMessage', () => written()],
  ['handed', () => useHandedSignal(), 'ticketHanded', () => ({ ticket: mine, by: { id: 9, name: 'Bia Fontes' } })],
] as const)('what a person silenced does not ring: %s', async (kind, signal, channel, told) => {
  mount(signal);
  keepNoticeChoices([kind], noChoices);
  await tell(channel, told());
  expect([rung, notices]).toEqual([0, []]);
  keepNoticeChoices([], noChoices);
  await tell(channel, told());
  expect([rung, notices.length]).toEqual([2, 1]);
});

test('an announcement rings once it is there for everybody', async () => {
  mount(() => useAnnouncementSignal());
  const record = { id: 4, title: 'Pausa', text: 'Às 3 h', status: true };
  await act(async () => wire.tell('company-announcement', { action: 'create', record: { ...record, status: false } }));
  expect(rung).toBe(0);
  await act(async () => wire.tell('company-announcement', { action: 'create', record }));
  expect([rung, notices.map(({ title }) => title)]).toEqual([2, ['Pausa']]);
});

test('an internal chat rings and shows a notice that opens it, unless it is before the person’s eyes or silent', async () => {
  mount(() => useChatSignal());
  const chat = { id: 5, uuid: 'turno', title: 'Turno', lastMessage: 'Bia: oi' };
  const write = (id: number, more: object = {}) =>
    tell('chat', {
      action: 'new-message',
      chat,
      newMessage: { id, chatId: 5, senderId: 8, sender: { id: 8, name: 'Bia' }, message: 'oi', mentions: [], ...more },
    });
  await write(1, { senderId: 7 });
  expect(rung).toBe(0);
  await write(2);
  expect([rung, notices.map(({ title, body }) => [title, body])]).toEqual([2, [['Turno', 'Bia: oi']]]);
  act(() => notices[0]?.click());
  expect(place.path).toBe('/chats/turno');
  seen = 'visible';
  window.history.replaceState(null, '', '/chats/turno');
  await write(3);
  window.history.replaceState(null, '', '/');
  keepNoticeChoices(['chat'], noChoices);
  await write(4);
  expect(rung).toBe(2);
  await write(5, { mentions: [7] });
  expect(rung).toBe(4);
});

test('a screen reader hears what comes into the open conversation and who begins to wait, together where much comes at once', async () => {
  render(<SpokenNews />);
  const said = () => screen.getByRole('status').textContent;
  const later = () => act(async () => vi.advanceTimersByTime(1000));
  window.history.replaceState(null, '', '/tickets/uuid-1');
  await tell('appMessage', written());
  expect(said()).toBe('');
  await later();
  expect(said()).toBe('Helena Sampaio: Chegou!');
  const waiting = makeTicket(2, { status: 'pending', userId: null, unreadMessages: 1 });
  await tell('appMessage', written({ body: 'Alguém?' }, waiting));
  await later();
  expect(said()).toBe('Helena Sampaio está esperando: Alguém?');
  // What we wrote, what another conversation gets, and who has been waiting, say nothing.
  await tell('appMessage', written({ fromMe: true }));
  await tell('appMessage', written({ body: 'Outra' }, makeTicket(3, { userId: 7 })));
  await tell('appMessage', written({ body: 'E aí?' }, { ...waiting, unreadMessages: 2 }));
  await later();
  expect(said()).toBe('Helena Sampaio está esperando: Alguém?');
  await tell('appMessage', written({ body: 'Um' }));
  await tell('appMessage', written({ body: 'Dois' }));
  await later();
  expect(said()).toBe('2 novidades. Helena Sampaio: Dois');
});
