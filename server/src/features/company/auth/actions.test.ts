import type { Session } from '@balcao/contract/auth';
import type { UserView } from '@balcao/contract/users';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, connect, heard, signIn, until } from '../../../../test/client.ts';
import { givenCompany, givenUser, newIp, password } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { createAccounts } from './reads.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const login = (body: { email: string; password: string }, ip = newIp()) =>
  call(world.url, 'POST /auth/login', { body, headers: { 'x-forwarded-for': ip } });

/** Refreshes with a cookie; the answer and the cookie it set, empty when it was cleared. */
async function refresh(cookie: string): Promise<Session & { cookie: string }> {
  const response = await call(world.url, 'POST /auth/refresh_token', { headers: { cookie } });
  const cookies = response.headers.getSetCookie();
  expect(cookies).toHaveLength(1);
  return { ...((await response.json()) as Session), cookie: cookies[0]?.split(';', 1)[0] ?? '' };
}

const me = (token: string) => call(world.url, 'GET /auth/me', { token });

async function inCompanies(change: { due_date?: string | null; status?: boolean }, companyId: number): Promise<void> {
  await platformTransaction(world.app.base, ({ db }) => db.updateTable('companies').set(change).where('id', '=', companyId).execute());
}

test('signing in gives a token, a cookie and the user with his company and its settings', async () => {
  const ana = await givenCompany(world.url);
  const response = await login({ email: ana.user.email.toUpperCase(), password });
  const { token, user } = (await response.json()) as Session;
  expect(user).toMatchObject({ id: ana.user.id, profile: 'admin', super: false, company: { id: ana.user.companyId, status: true } });
  expect(user.company.settings).toContainEqual({ key: 'campaignsEnabled', value: 'true' });
  expect(user.company.settings.map(({ key }) => key)).not.toContain('asaas');
  expect(response.headers.getSetCookie()[0]).toMatch(/^jrt=.+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
  const claims = decodeJwt(token);
  expect(claims).toMatchObject({ usarname: user.name, id: user.id, companyId: user.companyId, profile: 'admin', tokenVersion: 0 });
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(900);
  expect(await (await me(token)).json()).toMatchObject({ id: user.id, profile: 'admin', super: false });
});

test('a wrong password and an unknown e-mail are refused alike', async () => {
  const { user } = await givenCompany(world.url);
  for (const email of [user.email, 'ninguem@loja.example']) {
    await expect(login({ email, password: 'outra-senha' })).rejects.toMatchObject({ status: 401, error: 'ERR_INVALID_CREDENTIALS' });
  }
});

test('guessing is slowed down, for this address only, until the wait is over', async () => {
  const { user } = await givenCompany(world.url);
  const wrong = { email: user.email, password: 'chute-errado' };
  const ip = newIp();
  const guesses = await Promise.allSettled(Array.from({ length: 12 }, () => login(wrong, ip)));
  const codes = guesses.map((guess) => (guess.status === 'rejected' ? (guess.reason as { error: string }).error : 'signed in'));
  expect(codes.filter((code) => code === 'ERR_INVALID_CREDENTIALS')).toHaveLength(5);
  expect(codes.filter((code) => code === 'ERR_TOO_MANY_REQUESTS')).toHaveLength(7);
  await expect(login({ email: user.email, password }, ip)).rejects.toMatchObject({
    status: 429,
    body: { details: { seconds: expect.any(Number) } },
  });
  await login({ email: user.email, password });
});

test('an expired subscription refuses with its last day, none refuses too, and an operator gets in', async () => {
  const { user } = await givenCompany(world.url);
  await inCompanies({ due_date: '2020-01-31' }, user.companyId);
  await expect(login({ email: user.email, password })).rejects.toMatchObject({
    status: 403,
    error: 'ERR_SUBSCRIPTION_EXPIRED',
    body: { details: { dueDate: '2020-01-31' } },
  });
  await inCompanies({ due_date: null }, user.companyId);
  await expect(login({ email: user.email, password })).rejects.toMatchObject({
    error: 'ERR_SUBSCRIPTION_EXPIRED',
    body: { details: { dueDate: null } },
  });
  await inCompanies({ due_date: '2099-01-01', status: false }, user.companyId);
  await expect(login({ email: user.email, password })).rejects.toMatchObject({ status: 403, error: 'ERR_COMPANY_INACTIVE' });
});

test('many tabs refresh with one cookie and all go on', async () => {
  const { cookie, user } = await givenCompany(world.url);
  const tabs = await Promise.all(Array.from({ length: 6 }, () => refresh(cookie)));
  const latest = new Set(tabs.map((tab) => tab.cookie));
  expect(latest.size).toBe(1);
  expect(latest).not.toContain(cookie);
  for (const { token } of tabs) await me(token);
  expect(tabs[0]?.user.company).toMatchObject({ id: user.companyId, dueDate: user.company.dueDate });
  // The answer may have been lost on its way, so the old cookie brings the latest again.
  expect((await refresh(cookie)).cookie).toBe([...latest][0]);
});

test('an old cookie shown later ends the session', async () => {
  const own = await createWorld();
  const { cookie } = await signIn(own.url, own.operator.email, own.operator.password);
  const again = (shown: string) => call(own.url, 'POST /auth/refresh_token', { headers: { cookie: shown } });
  const next = (await again(cookie)).headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  own.clock.advance(31_000);
  const refused = await fetch(`${own.url}/auth/refresh_token`, { method: 'POST', headers: { cookie } });
  expect(refused.status).toBe(401);
  expect(refused.headers.getSetCookie()[0]).toMatch(/^jrt=;/);
  await expect(again(next)).rejects.toMatchObject({ status: 401, error: 'ERR_SESSION_EXPIRED' });
  await own.close();
});

test('a token that is over asks for a refresh, which still works', async () => {
  const own = await createWorld();
  const { token, cookie } = await signIn(own.url, own.operator.email, own.operator.password);
  own.clock.advance(15 * 60_000 + 1_000);
  await expect(call(own.url, 'GET /auth/me', { token })).rejects.toMatchObject({ status: 403, error: 'ERR_TOKEN_EXPIRED' });
  const { token: fresh } = (await (await call(own.url, 'POST /auth/refresh_token', { headers: { cookie } })).json()) as Session;
  await call(own.url, 'GET /auth/me', { token: fresh });
  await own.close();
});

test('forged and missing tokens are told apart', async () => {
  await expect(me('a.b.c')).rejects.toMatchObject({ status: 403, error: 'ERR_TOKEN_EXPIRED' });
  await expect(call(world.url, 'GET /auth/me')).rejects.toMatchObject({ status: 401, error: 'ERR_SESSION_EXPIRED' });
});

test('a refresh from a foreign page is refused', async () => {
  const { cookie } = await givenCompany(world.url);
  const foreign = call(world.url, 'POST /auth/refresh_token', { headers: { cookie, origin: 'https://elsewhere.example' } });
  await expect(foreign).rejects.toMatchObject({ status: 403, error: 'ERR_FORBIDDEN_ORIGIN' });
});

test('signing out ends the token, the cookie and the sockets of this session, not those of another', async () => {
  const here = await givenCompany(world.url);
  const there = await signIn(world.url, here.user.email, password, newIp());
  const [hereSocket, thereSocket] = [await here.socket(), await there.socket()];
  const ended = until(() => hereSocket.disconnected);
  await here.call('DELETE /auth/logout');
  await ended;
  await expect(me(here.token)).rejects.toMatchObject({ status: 401, error: 'ERR_SESSION_EXPIRED' });
  await expect(refresh(here.cookie)).rejects.toMatchObject({ status: 401 });
  await expect(connect(world.url, here.token)).rejects.toThrow('disconnected: io server disconnect');
  await me(there.token);
  expect(thereSocket.connected).toBe(true);
  thereSocket.close();
});

test('a second sign-in is told to the first, with the session that began', async () => {
  const first = await givenCompany(world.url);
  const socket = await first.socket();
  const news = heard<{ session: string; user: { id: number } }>(socket, `company-${first.user.companyId}-auth`);
  const second = await signIn(world.url, first.user.email, password, newIp());
  expect(await news).toMatchObject({ action: 'update', user: { id: first.user.id }, session: decodeJwt(second.token).sessionId });
  socket.close();
});

test('who did not hear of a second sign-in learns of it when they ask who they are, for as long as it is open', async () => {
  const first = await givenCompany(world.url);
  const isElsewhere = async ({ token }: { token: string }) =>
    ((await (await me(token)).json()) as { signedInElsewhere: boolean }).signedInElsewhere;
  const second = await signIn(world.url, first.user.email, password, newIp());
  const colleague = await givenUser(world.url, first);
  expect(await Promise.all([first, second, colleague].map(isElsewhere))).toEqual([true, false, false]);
  await second.call('DELETE /auth/logout');
  expect(await isElsewhere(first)).toBe(false);
});

test('an operator who enters a company ends nobody’s session there, and is not sent away by one', async () => {
  const first = await givenCompany(world.url);
  const operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
  const entered = (await operator.call('POST /v1/companies/:companyId/enter', {
    params: { companyId: first.user.companyId },
    body: { userId: first.user.id },
  })) as Session;
  await signIn(world.url, first.user.email, password, newIp());
  expect(await (await me(entered.token)).json()).toMatchObject({ id: first.user.id, signedInElsewhere: false });
});

test('who comes and goes is seen by the colleagues', async () => {
  const admin = await givenCompany(world.url);
  const agent = await givenUser(world.url, admin);
  const watching = await admin.socket();
  const presence = (online: boolean) =>
    heard<{ user: UserView }>(
      watching,
      `company-${admin.user.companyId}-user`,
      ({ user }) => user?.id === agent.user.id && user.online === online,
    );
  const arrival = presence(true);
  const socket = await agent.socket();
  await arrival;
  const departure = presence(false);
  socket.close();
  await departure;
  watching.close();
});

test('an account that was being read when it changed is read again at the next request', async () => {
  const { user } = await givenCompany(world.url);
  const { token } = (await (await login({ email: user.email, password })).json()) as Session;
  const accounts = createAccounts(world.app.base);
  const reading = accounts.authenticate(token);
  accounts.forget(user.id);
  expect(await reading).toMatchObject({ member: { id: user.id } });
  const { sessionId } = decodeJwt<{ sessionId: string }>(token);
  await platformTransaction(world.app.base, ({ db }) => db.deleteFrom('sessions').where('id', '=', sessionId).execute());
  await expect(accounts.authenticate(token)).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED' });
});

test('what happens around signing in is on record', async () => {
  const { user, call: as } = await givenCompany(world.url);
  const recorded = () =>
    platformTransaction(world.app.base, ({ db }) =>
      db
        .selectFrom('audit_log')
        .select(['verb', 'actor_id', 'ip'])
        .where('company_id', '=', user.companyId)
        .where('verb', 'like', 'auth.%')
        .orderBy('id')
        .execute(),
    );
  await expect(login({ email: user.email, password: 'chute-errado' })).rejects.toMatchObject({
    status: 401,
    error: 'ERR_INVALID_CREDENTIALS',
  });
  await until(async () => (await recorded()).length === 2);
  await as('DELETE /auth/logout');
  const rows = await recorded();
  expect(rows.map(({ verb }) => verb)).toEqual(['auth.signedIn', 'auth.refused', 'auth.signedOut']);
  expect(rows.every(({ actor_id, ip }) => actor_id === user.id && ip !== null)).toBe(true);
});
