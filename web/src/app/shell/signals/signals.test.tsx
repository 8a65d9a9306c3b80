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
import { loadSentences } from '../../../platform/sentences.ts';
import { clearSession, keepNoticeChoices, keepSession, sessionEnd, sessionState, useSession } from '../../../platform/session.ts';
import { openLine } from '../../../platform/socket.ts';
import { writeStored } from '../../../platform/storage.ts';
import { deferred, refused, serve } from '../../../platform/test-server.ts';
import { testSession, testToken } from '../../../platform/test-session.ts';
import { wire } from '../../../platform/test-wire.ts';
import { dismissToast, dismissToastsOf, holdToastsWithPath, useToast } from '../../../platform/toast.ts';
import { useFollowOwnUser } from '../account/own-user.ts';
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
  // It stood before.
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
/** As the shell, which nobody sees who is not signed in. */
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

test('who signed in again within that moment stays', async () => {
  mount(() => useSecondSignIn());
  await tell('auth', { user: { id: 7 }, session: 'elsewhere' });
  keepSession(testSession({ token: testToken({ exp: 4_000_000_000, sessionId: 'again' }) }));
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(sessionState().state).toBe('in');
});

test('whoever is deleted is signed out and told so; the deletion of a colleague changes nothing', async () => {
  mount(() => useFollowOwnUser());
  await tell('user', { action: 'delete', userId: 8 });
  expect(sessionState().state).toBe('in');
  await tell('user', { action: 'delete', userId: 7 });
  expect([sessionState().state, sessionEnd()]).toEqual(['out', 'ended']);
});

test('new rights hold at once, and what was read by the old ones is asked for again', async () => {
  mount(() => useFollowOwnUser());
  cache.setQueryData(['seen'], 'by the old rights');
  const { user } = testSession();
  await tell('user', { action: 'update', user: { ...user, online: false } });
  expect(cache.getQueryState(['seen'])?.isInvalidated).toBe(false);
  await tell('user', { action: 'update', user: { ...user, profile: 'admin' } });
  expect(sessionState()).toMatchObject({ state: 'in', user: { profile: 'admin', company: { settings: user.company.settings } } });
  await vi.waitFor(() => expect(cache.getQueryState(['seen'])?.isInvalidated).toBe(true));
});

test('who the person is now is not asked when a colleague changes, nor when somebody does who is no operator', async () => {
  const server = serve({});
  mount(() => useFollowOwnUser());
  const { user } = testSession();
  await tell('user', { action: 'update', user: { ...user, online: false } });
  await tell('user', { action: 'update', user: { ...user, id: 9, super: true } });
  await vi.dynamicImportSettled();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(server.asked).toEqual([]);
});

test('as the app is opened, who the person is now is asked after what is on the screen', async () => {
  const server = serve({ 'GET /auth/me': { user: testSession().user } });
  close();
  close = openLine(3);
  mount(() => useFollowOwnUser());
  await act(async () => wire.hear('ready'));
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  await vi.dynamicImportSettled();
  expect(server.asked).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(500));
  await vi.waitFor(() => expect(server.asked.map(({ route }) => route)).toEqual(['GET /auth/me']));
});

test('what changed about the person or the company while nothing was heard is there as soon as the line stands', async () => {
  const { user } = testSession();
  const asking = deferred();
  const server = serve({ 'GET /auth/me': () => asking.promise });
  mount(() => useFollowOwnUser());
  cache.setQueryData(['seen'], 'by the old rights');
  await act(async () => wire.hear('ready'));
  await vi.waitFor(() => expect(server.asked).toHaveLength(1));
  // Heard before the answer, which is older.
  await tell('settings', { action: 'update', setting: { key: 'firstSteps', value: 'closed' } });
  const company = { ...user.company, name: 'Casa Mirante', settings: [{ key: 'firstSteps', value: 'open' }] };
  const closed = { ...company, settings: [{ key: 'firstSteps', value: 'closed' }] };
  server.answers['GET /auth/me'] = { user: { ...user, profile: 'admin', company: closed } };
  await act(async () => asking.resolve({ user: { ...user, profile: 'admin', company } }));
  await vi.waitFor(() => expect(sessionState()).toMatchObject({ user: { profile: 'admin', company: closed } }));
  expect(server.asked.map(({ route }) => route)).toEqual(['GET /auth/me', 'GET /auth/me']);
  await vi.waitFor(() => expect(cache.getQueryState(['seen'])?.isInvalidated).toBe(true));
});

test.each([
  ['a busy company', 'ERR_COMPANY_BUSY', 429],
  ['a server that starts', 'ERR_UNAVAILABLE', 503],
])('%s is asked again who the person is, until it says so', async (_what, error, status) => {
  const { user } = testSession();
  const server = serve({ 'GET /auth/me': refused(error, status) });
  await loadSentences();
  mount(() => useFollowOwnUser());
  await act(async () => wire.hear('ready', '2026-11-28T12:05:00.000Z'));
  // The line was lost once more: what was begun then is all that goes on.
  await act(async () => wire.hear('ready'));
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  const asked = server.asked.length;
  expect(asked).toBeGreaterThan(2);
  expect(asked).toBeLessThan(8);
  server.answers['GET /auth/me'] = { user: { ...user, profile: 'admin' } };
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(sessionState()).toMatchObject({ user: { profile: 'admin' } });
  expect(server.asked.length).toBe(asked + 1);
});

test('news that never pause do not make it ask without a pause', async () => {
  const { user } = testSession();
  const setting = { key: 'firstSteps', value: '0' };
  const server = serve({
    'GET /auth/me': () => {
      wire.tell('company-3-settings', { action: 'update', setting: { ...setting, value: String(server.asked.length) } });
      return server.asked.length < 20 ? { user } : { user: { ...user, profile: 'admin' } };
    },
  });
  mount(() => useFollowOwnUser());
  await act(async () => wire.hear('ready'));
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(server.asked.length).toBeLessThan(6);
});

test('what is answered about another person, whom another tab signed in, is not taken for this one', async () => {
  const { user } = testSession();
  serve({ 'GET /auth/me': { user: { ...user, id: 9, name: 'Bia Fontes', companyId: 4 } } });
  mount(() => useFollowOwnUser());
  await act(async () => wire.hear('ready'));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(sessionState()).toMatchObject({ user: { id: 7, name: user.name } });
});

test('a company that has paid is asked for everything, again once every process of the server knows, and who the person is now', async () => {
  const { user } = testSession();
  serve({ 'GET /auth/me': { user: { ...user, profile: 'admin' } } });
  const invalidated: number[] = [];
  mount(() => useFollowOwnUser());
  cache.setQueryData(['seen'], 'before');
  const stop = cache.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && query.queryKey[0] === 'seen' && query.state.isInvalidated) {
      invalidated.push(Date.now());
      query.setState({ isInvalidated: false });
    }
  });
  const { plan: _, ...company } = { ...user.company, dueDate: '2028-01-31' };
  await tell('company', { action: 'update', company });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(sessionState()).toMatchObject({ user: { profile: 'admin' } });
  // For the company, and for the rights.
  expect(invalidated.length).toBeGreaterThan(0);
  const before = invalidated.length;
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  expect(invalidated).toHaveLength(before + 1);
  stop();
});

test('an operator’s second factor that was set up elsewhere is known at once', async () => {
  const { user } = testSession();
  keepSession(testSession({ user: { super: true, secondFactor: { on: false, required: true } } }));
  const now = { ...user, super: true, secondFactor: { on: true, required: true } };
  serve({ 'GET /auth/me': { user: now } });
  mount(() => useFollowOwnUser());
  const { secondFactor: _, ...news } = now;
  await tell('user', { action: 'update', user: news });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(sessionState()).toMatchObject({ user: { secondFactor: { on: true } } });
});

test('another plan is asked for until it is known', async () => {
  const { user } = testSession();
  const plan = { ...user.company.plan, id: 2, name: 'Plano 2' };
  const server = serve({ 'GET /auth/me': refused('ERR_UNAVAILABLE', 503), 'POST /auth/refresh_token': refused('ERR_UNAVAILABLE', 503) });
  await loadSentences();
  mount(() => useFollowOwnUser());
  const { plan: _, ...company } = { ...user.company, planId: 2 };
  await tell('company', { action: 'update', company });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  // Nobody is sent away from a page that the new plan has too.
  expect(sessionState()).toMatchObject({ user: { company: { planId: 2, plan: { name: 'Plano 1' } } } });
  server.answers['GET /auth/me'] = { user: { ...user, company: { ...company, plan } } };
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(sessionState()).toMatchObject({ user: { company: { planId: 2, plan: { name: 'Plano 2' } } } });
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
