// What is known of the person who is signed in, and of their company, follows what others change, also what was not heard.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadSentences } from '../../../platform/sentences.ts';
import { clearSession, keepSession, sessionEnd, sessionState, useSession } from '../../../platform/session.ts';
import { openLine } from '../../../platform/socket.ts';
import { deferred, refused, serve } from '../../../platform/test-server.ts';
import { testSession, testToken } from '../../../platform/test-session.ts';
import { wire } from '../../../platform/test-wire.ts';
import { useFollowOwnUser } from './own-user.ts';

vi.mock('socket.io-client', () => import('../../../platform/test-wire.ts'));

let close: () => void;
const cache = new QueryClient();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  keepSession(testSession());
  close = openLine(3);
  // The line was up before, so the next `ready` is a reconnect.
  wire.hear('ready', '2026-11-28T12:00:00.000Z');
});
afterEach(() => {
  close();
  clearSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Like the shell, which is only for those who are signed in. */
function SignedIn({ children }: { children: ReactNode }) {
  return useSession().state === 'in' ? children : null;
}
const follow = () =>
  renderHook(() => useFollowOwnUser(), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={cache}>
        <SignedIn>{children}</SignedIn>
      </QueryClientProvider>
    ),
  });
const tell = (channel: string, news: unknown) => act(async () => wire.tell(`company-3-${channel}`, news));

test('whoever is deleted is signed out and told so; the deletion of a colleague changes nothing', async () => {
  follow();
  await tell('user', { action: 'delete', userId: 8 });
  expect(sessionState().state).toBe('in');
  await tell('user', { action: 'delete', userId: 7 });
  expect([sessionState().state, sessionEnd()]).toEqual(['out', 'ended']);
});

test('new rights hold at once, and what was read by the old ones is asked for again', async () => {
  follow();
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
  follow();
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
  follow();
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
  follow();
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

test('who has signed in elsewhere while nothing was heard leaves as soon as the line stands, and is told why', async () => {
  keepSession(testSession({ token: testToken({ exp: 4_000_000_000, sessionId: 'here' }) }));
  const server = serve({
    'GET /auth/me': { user: testSession().user, signedInElsewhere: true },
    'DELETE /v1/sessions/here': {},
  });
  follow();
  await act(async () => wire.hear('ready', '2026-11-28T20:00:00.000Z'));
  await vi.waitFor(() => expect(server.asked).toHaveLength(1));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect([sessionState().state, sessionEnd()]).toEqual(['out', 'elsewhere']);
  expect(server.told().map(({ route }) => route)).toEqual(['DELETE /v1/sessions/here']);
});

test('what was answered about a session after which another tab signed in ends nothing', async () => {
  const asking = deferred();
  keepSession(testSession({ token: testToken({ exp: 4_000_000_000, sessionId: 'here' }) }));
  const server = serve({ 'GET /auth/me': () => asking.promise });
  follow();
  await act(async () => wire.hear('ready', '2026-11-28T20:00:00.000Z'));
  await vi.waitFor(() => expect(server.asked).toHaveLength(1));
  keepSession(testSession({ token: testToken({ exp: 4_000_000_000, sessionId: 'again' }) }));
  server.answers['GET /auth/me'] = { user: testSession().user, signedInElsewhere: false };
  await act(async () => asking.resolve({ user: testSession().user, signedInElsewhere: true }));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(sessionState().state).toBe('in');
  expect(server.asked).toHaveLength(2);
});

test.each([
  ['a busy company', 'ERR_COMPANY_BUSY', 429],
  ['a server that starts', 'ERR_UNAVAILABLE', 503],
])('%s is asked again who the person is, until it says so', async (_what, error, status) => {
  const { user } = testSession();
  const server = serve({ 'GET /auth/me': refused(error, status) });
  await loadSentences();
  follow();
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
  follow();
  await act(async () => wire.hear('ready'));
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(server.asked.length).toBeLessThan(6);
});

test('what is answered about another person, whom another tab signed in, is not taken for this one', async () => {
  const { user } = testSession();
  serve({ 'GET /auth/me': { user: { ...user, id: 9, name: 'Bia Fontes', companyId: 4 } } });
  follow();
  await act(async () => wire.hear('ready'));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(sessionState()).toMatchObject({ user: { id: 7, name: user.name } });
});

test.each([
  ['has paid', { dueDate: '2028-01-31' }],
  ['is suspended', { status: false }],
])(
  'a company that %s is asked for everything, again once every process of the server knows, and who the person is now',
  async (_, change) => {
    const { user } = testSession();
    serve({ 'GET /auth/me': { user: { ...user, profile: 'admin' } } });
    const invalidated: number[] = [];
    follow();
    cache.setQueryData(['seen'], 'before');
    const stop = cache.getQueryCache().subscribe(({ query, type }) => {
      if (type === 'updated' && query.queryKey[0] === 'seen' && query.state.isInvalidated) {
        invalidated.push(Date.now());
        query.setState({ isInvalidated: false });
      }
    });
    const { plan: _plan, ...company } = { ...user.company, ...change };
    await tell('company', { action: 'update', company });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(sessionState()).toMatchObject({ user: { profile: 'admin' } });
    // For the company, and for the rights.
    expect(invalidated.length).toBeGreaterThan(0);
    const before = invalidated.length;
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    expect(invalidated).toHaveLength(before + 1);
    stop();
  },
);

test('an operator’s second factor that was set up elsewhere is known at once', async () => {
  const { user } = testSession();
  keepSession(testSession({ user: { super: true, secondFactor: { on: false, required: true } } }));
  const now = { ...user, super: true, secondFactor: { on: true, required: true } };
  serve({ 'GET /auth/me': { user: now } });
  follow();
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
  follow();
  const { plan: _, ...company } = { ...user.company, planId: 2 };
  await tell('company', { action: 'update', company });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  // Nobody is sent away from a page that the new plan has too.
  expect(sessionState()).toMatchObject({ user: { company: { planId: 2, plan: { name: 'Plano 1' } } } });
  server.answers['GET /auth/me'] = { user: { ...user, company: { ...company, plan } } };
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(sessionState()).toMatchObject({ user: { company: { planId: 2, plan: { name: 'Plano 2' } } } });
});

test('what the plan of the company holds is known at once; of other plans, and of one that is deleted, nothing is', async () => {
  follow();
  const { plan } = testSession().user.company;
  for (const change of [{ users: 25 }, { id: 2, users: 30 }])
    await tell('company-plan', { action: 'update', plan: { ...plan, ...change } });
  await tell('company-plan', { action: 'delete', planId: 1 });
  expect(sessionState()).toMatchObject({ user: { company: { plan: { id: 1, users: 25 } } } });
});
