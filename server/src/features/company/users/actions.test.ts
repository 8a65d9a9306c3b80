import type { CallOf } from '@balcao/contract';
import type { UserView } from '@balcao/contract/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, call, heard, signIn, until } from '../../../../test/client.ts';
import { deadlocksIn } from '../../../../test/database.ts';
import { givenCompany, givenUser, newIp, password } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { markOnline, markSilentOffline } from './actions.ts';
import { savePresence } from './store.ts';

let world: World;
let admin: Client;
let stranger: Client;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  stranger = await givenCompany(world.url);
});
afterAll(() => world.close());

const person = (email: string) => ({ name: 'Bia Nunes', email, password });
const rights: CallOf<'PUT /users/:userId'>['body'][] = [
  { profile: 'admin' },
  { allTicket: 'enabled' },
  { exportContacts: true },
  { whatsappId: 1 },
  { queueIds: [1] },
];
const refused = (code: string) => expect.objectContaining({ error: code });

test('an admin adds a user, who has what was chosen', async () => {
  const queue = await admin.call('POST /queue', { body: { name: 'Vendas', color: '#0a0a0a' } });
  const socket = await admin.socket();
  const news = heard<{ action: string; user: UserView }>(
    socket,
    `company-${admin.user.companyId}-user`,
    ({ action }) => action === 'create',
  );
  const user = await admin.call('POST /users', { body: { ...person('bia@loja.example'), queueIds: [queue.id], allTicket: 'enabled' } });
  expect(user).toMatchObject({
    profile: 'user',
    allTicket: 'enabled',
    super: false,
    online: false,
    queues: [{ id: queue.id, name: 'Vendas', UserQueue: { userId: user.id } }],
  });
  expect((await news).user).toEqual(user);
  expect(user).not.toHaveProperty('password_hash');
  socket.close();
});

test('an e-mail belongs to one person on the platform, in whatever letters and however fast', async () => {
  const both = await Promise.allSettled([admin, stranger].map((who) => who.call('POST /users', { body: person('dupla@loja.example') })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused('ERR_EMAIL_ALREADY_EXISTS') });
  await expect(admin.call('POST /users', { body: person('DUPLA@loja.example') })).rejects.toMatchObject({
    status: 400,
    error: 'ERR_EMAIL_ALREADY_EXISTS',
  });
});

test('of many users added at once no more come in than the plan allows', async () => {
  const owner = await givenCompany(world.url);
  const tries = await Promise.allSettled(
    Array.from({ length: 14 }, (_, i) => owner.call('POST /users', { body: person(`muitos.${i}@loja.example`) })),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  for (const each of tries)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ error: 'ERR_PLAN_USERS_LIMIT', body: { details: { limit: 10 } } });
  expect((await owner.call('GET /users')).count).toBe(10);
});

test('where a company has switched that off, nobody adds users', async () => {
  const owner = await givenCompany(world.url);
  const allow = (value: 'enabled' | 'disabled') =>
    owner.call('PUT /settings/:settingKey', { params: { settingKey: 'userCreation' }, body: { value } });
  await allow('disabled');
  const adding = owner.call('POST /users', { body: person('fechada@loja.example') });
  await expect(adding).rejects.toMatchObject({ status: 403, error: 'ERR_USER_CREATION_DISABLED' });
  expect((await owner.call('GET /users')).count).toBe(1);
  await allow('enabled');
  expect(await owner.call('POST /users', { body: person('fechada@loja.example') })).toMatchObject({ email: 'fechada@loja.example' });
});

test('queues and connections of others are not found', async () => {
  const foreign = await stranger.call('POST /queue', { body: { name: 'Alheia', color: '#abcdef' } });
  await expect(admin.call('POST /users', { body: { ...person('x1@loja.example'), queueIds: [foreign.id] } })).rejects.toMatchObject({
    status: 404,
    error: 'ERR_NO_QUEUE_FOUND',
  });
  await expect(admin.call('POST /users', { body: { ...person('x2@loja.example'), whatsappId: 999_999 } })).rejects.toMatchObject({
    status: 404,
    error: 'ERR_NO_WAPP_FOUND',
  });
});

test('a removed connection is nobody’s own any more, and everybody hears of it', async () => {
  const add = (name: string) => admin.call('POST /whatsapp', { body: { name, channel: 'simulator' } });
  await add('Matriz');
  const gone = await add('Filial');
  const own = { name: 'Téo Prado', email: 'teo@loja.example', password };
  const { id } = await admin.call('POST /users', { body: { ...own, whatsappId: gone.id } });
  const socket = await admin.socket();
  const channel = `company-${admin.user.companyId}-user`;
  const news = heard<{ user: UserView }>(socket, channel, ({ user }) => user?.id === id);
  await admin.call('DELETE /whatsapp/:whatsappId', { params: { whatsappId: gone.id } });
  expect((await news).user).toMatchObject({ id, whatsappId: null });
  socket.close();
  await admin.call('DELETE /users/:userId', { params: { userId: id } });
});

test('users of another company do not exist', async () => {
  const params = { userId: stranger.user.id };
  const missing = { status: 404, error: 'ERR_NO_USER_FOUND' };
  await expect(admin.call('GET /users/:userId', { params })).rejects.toMatchObject(missing);
  await expect(admin.call('PUT /users/:userId', { params, body: { name: 'Outra' } })).rejects.toMatchObject(missing);
  await expect(admin.call('DELETE /users/:userId', { params })).rejects.toMatchObject(missing);
  expect((await admin.call('GET /users/list')).map(({ id }) => id)).not.toContain(stranger.user.id);
});

test('everybody changes name, e-mail, password and language of himself, and nothing else', async () => {
  const agent = await givenUser(world.url, admin);
  const params = { userId: agent.user.id };
  const { id, name, profile, allTicket, exportContacts, whatsappId, queues } = agent.user;
  // Forms send everything back that they were given.
  const whole = {
    id,
    profile,
    allTicket,
    exportContacts,
    whatsappId,
    queues,
    queueIds: [],
    super: true,
    companyId: 1,
    name: `${name} Alves`,
    password: '',
  };
  const changed = await agent.call('PUT /users/:userId', { params, body: { ...whole, language: 'es' } });
  expect(changed).toMatchObject({
    name: 'Ana Prado Alves',
    language: 'es',
    profile: 'user',
    super: false,
    companyId: agent.user.companyId,
  });
  for (const body of rights) {
    await expect(agent.call('PUT /users/:userId', { params, body })).rejects.toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
  }
  await expect(agent.call('PUT /users/:userId', { params: { userId: admin.user.id }, body: { name: 'Outro' } })).rejects.toMatchObject({
    status: 403,
  });
  await expect(agent.call('POST /users', { body: person('x3@loja.example') })).rejects.toMatchObject({ status: 403 });
  await expect(agent.call('DELETE /users/:userId', { params: { userId: admin.user.id } })).rejects.toMatchObject({ status: 403 });
});

test('nobody makes an operator', async () => {
  const body = { ...person('x4@loja.example'), super: true };
  expect(await admin.call('POST /users', { body })).toMatchObject({ super: false });
});

test('a new password ends the other sessions and keeps the one that set it', async () => {
  const here = await givenUser(world.url, admin);
  const there = await signIn(world.url, here.user.email, password, newIp());
  const socket = await there.socket();
  const ended = until(() => socket.disconnected);
  await here.call('PUT /users/:userId', {
    params: { userId: here.user.id },
    body: { password: 'senha-novissima', currentPassword: password },
  });
  await ended;
  await here.call('GET /auth/me');
  await expect(there.call('GET /auth/me')).rejects.toMatchObject({ status: 401, error: 'ERR_SESSION_EXPIRED' });
  await expect(call(world.url, 'POST /auth/refresh_token', { headers: { cookie: there.cookie } })).rejects.toMatchObject({ status: 401 });
  await expect(signIn(world.url, here.user.email, password, newIp())).rejects.toMatchObject({ error: 'ERR_INVALID_CREDENTIALS' });
  await signIn(world.url, here.user.email, 'senha-novissima', newIp());
});

test('one’s own e-mail and password want the current password, whatever the profile', async () => {
  const owner = await givenCompany(world.url);
  for (const who of [owner, await givenUser(world.url, owner)]) {
    const params = { userId: who.user.id };
    const change = (body: CallOf<'PUT /users/:userId'>['body']) => who.call('PUT /users/:userId', { params, body });
    const refusedFor = (code: string) => ({
      status: 400,
      body: { error: 'ERR_CURRENT_PASSWORD', issues: [{ path: 'body.currentPassword', code }] },
    });
    const email = `nova.${who.user.id}@loja.example`;
    for (const wanted of [{ email }, { password: 'senha-novissima' }, { email, password: 'senha-novissima' }]) {
      await expect(change(wanted)).rejects.toMatchObject(refusedFor('required'));
      await expect(change({ ...wanted, currentPassword: '' })).rejects.toMatchObject(refusedFor('required'));
      await expect(change({ ...wanted, currentPassword: 'senha-novissima' })).rejects.toMatchObject(refusedFor('wrong'));
    }
    // What stays as it is, and all the rest, needs none.
    await change({ email: who.user.email, password: '', name: 'Outro Nome' });
    expect(await change({ email, currentPassword: password })).toMatchObject({ email, name: 'Outro Nome' });
    await signIn(world.url, email, password, newIp());
  }
});

test('whoever found a browser open cannot try out passwords, from whatever address; the right one is taken after the wait', async () => {
  const owner = await givenCompany(world.url);
  const ana = await givenUser(world.url, owner);
  const change = (currentPassword: string) =>
    ana.call('PUT /users/:userId', {
      params: { userId: ana.user.id },
      body: { password: 'senha-nova', currentPassword },
      headers: { 'x-forwarded-for': newIp() },
    });
  const guesses = await Promise.allSettled(Array.from({ length: 12 }, (_, at) => change(`chute-${at}`)));
  const codes = guesses.map((guess) => (guess.status === 'rejected' ? (guess.reason as { error: string }).error : 'changed'));
  expect(codes.filter((code) => code === 'ERR_CURRENT_PASSWORD')).toHaveLength(5);
  expect(codes.filter((code) => code === 'ERR_TOO_MANY_REQUESTS')).toHaveLength(7);
  await expect(change(password)).rejects.toMatchObject({ status: 429, body: { details: { seconds: expect.any(Number) } } });
  // Others are not kept waiting.
  const bia = await givenUser(world.url, owner);
  await bia.call('PUT /users/:userId', { params: { userId: bia.user.id }, body: { password: 'senha-nova', currentPassword: password } });
  world.clock.advance(16_000);
  await change(password);
  // It ends the wait: the next guess is one of the free ones again.
  await expect(change('chute')).rejects.toMatchObject({ error: 'ERR_CURRENT_PASSWORD' });
});

test('an admin changes the e-mail and password of others without any password', async () => {
  const owner = await givenCompany(world.url);
  const { user } = await givenUser(world.url, owner);
  const email = `trocada.${user.id}@loja.example`;
  const body = { email, password: 'senha-do-admin' };
  expect(await owner.call('PUT /users/:userId', { params: { userId: user.id }, body })).toMatchObject({ email });
  await signIn(world.url, email, 'senha-do-admin', newIp());
});

test('a password set by an admin ends all sessions of the user', async () => {
  const agent = await givenUser(world.url, admin);
  await admin.call('PUT /users/:userId', { params: { userId: agent.user.id }, body: { password: 'senha-do-admin' } });
  await expect(agent.call('GET /auth/me')).rejects.toMatchObject({ status: 401 });
});

test('a new profile outdates the token, and the next one claims it', async () => {
  const agent = await givenUser(world.url, admin);
  await admin.call('PUT /users/:userId', { params: { userId: agent.user.id }, body: { profile: 'supervisor' } });
  await expect(agent.call('GET /auth/me')).rejects.toMatchObject({ status: 403, error: 'ERR_TOKEN_EXPIRED' });
  const answer = await call(world.url, 'POST /auth/refresh_token', { headers: { cookie: agent.cookie } });
  const { token, user } = (await answer.json()) as { token: string; user: UserView };
  expect(user.profile).toBe('supervisor');
  expect(await (await call(world.url, 'GET /auth/me', { token })).json()).toMatchObject({ profile: 'supervisor' });
});

test('a company keeps an admin, even when two demote each other at once', async () => {
  const one = await givenCompany(world.url);
  const self = { userId: one.user.id };
  await expect(one.call('DELETE /users/:userId', { params: self })).rejects.toMatchObject({ status: 400, error: 'ERR_OWN_USER' });
  await expect(one.call('PUT /users/:userId', { params: self, body: { profile: 'user' } })).rejects.toMatchObject({
    status: 400,
    error: 'ERR_LAST_ADMIN',
  });
  const two = await givenUser(world.url, one, { profile: 'admin' });
  await Promise.allSettled([
    one.call('PUT /users/:userId', { params: { userId: two.user.id }, body: { profile: 'user' } }),
    two.call('PUT /users/:userId', { params: self, body: { profile: 'user' } }),
  ]);
  const rows = await platformTransaction(world.app.base, ({ db }) =>
    db.selectFrom('users').select('profile').where('company_id', '=', one.user.companyId).where('profile', '=', 'admin').execute(),
  );
  expect(rows).toHaveLength(1);
});

test('a deleted user loses token, socket and cookie, and the e-mail is free again', async () => {
  const agent = await givenUser(world.url, admin);
  const socket = await agent.socket();
  const ended = until(() => socket.disconnected);
  await admin.call('DELETE /users/:userId', { params: { userId: agent.user.id } });
  await ended;
  await expect(agent.call('GET /auth/me')).rejects.toMatchObject({ status: 401, error: 'ERR_SESSION_EXPIRED' });
  await expect(call(world.url, 'POST /auth/refresh_token', { headers: { cookie: agent.cookie } })).rejects.toMatchObject({ status: 401 });
  await expect(signIn(world.url, agent.user.email, password, newIp())).rejects.toMatchObject({ error: 'ERR_INVALID_CREDENTIALS' });
  await stranger.call('POST /users', { body: person(agent.user.email) });
});

test('users are found by name and e-mail, twenty a page, newest first', async () => {
  const owner = await givenCompany(world.url);
  const added: number[] = [];
  for (const name of ['Íris Conceição', 'Davi 100%', 'Davi Rocha'])
    added.push((await owner.call('POST /users', { body: { ...person(`${added.length}.busca@loja.example`), name } })).id);
  const search = async (searchParam: string) => (await owner.call('GET /users', { query: { searchParam } })).users.map(({ id }) => id);
  expect(await search('iris conceicao')).toEqual([added[0]]);
  expect(await search('DAVI')).toEqual([added[2], added[1]]);
  expect(await search('100%')).toEqual([added[1]]);
  expect(await search('1.busca@')).toEqual([added[1]]);
  expect(await owner.call('GET /users', { query: { pageNumber: 2 } })).toEqual({ users: [], count: 4, hasMore: false });
});

test('who gives no sign of life for six minutes has gone', async () => {
  const agent = await givenUser(world.url, admin);
  const { companyId, id } = agent.user;
  const earlier = { ...world.app.base, now: () => new Date(world.clock.now().getTime() - 7 * 60_000) };
  await markOnline(asSystem(earlier, mintCompanyId(companyId)), id);
  const socket = await admin.socket();
  const news = heard<{ user: UserView }>(socket, `company-${companyId}-user`, ({ user }) => user?.id === id && !user.online);
  await markSilentOffline(world.app.base);
  await news;
  socket.close();
});

test('tabs that give a sign of life at the same moment do not wait for one another in a circle', async () => {
  const { user } = await givenCompany(world.url);
  const ctx = asSystem(world.app.base, mintCompanyId(user.companyId));
  await markOnline(ctx, user.id);
  const before = await deadlocksIn(world.database);
  // As whoever is named in a new row is held.
  const named = () =>
    transaction(ctx, ({ db, companyId }) =>
      sql`select 1 from users where company_id = ${companyId} and id = ${user.id} for key share`.execute(db),
    );
  for (let round = 0; round < 100; round++)
    await Promise.all(Array.from({ length: 24 }, (_, i) => (i % 4 === 3 ? named() : markOnline(ctx, user.id))));
  expect(await deadlocksIn(world.database)).toBe(before);
});

test('a sign of life is announced when it is a change, and of nobody who was deleted', async () => {
  const agent = await givenUser(world.url, admin);
  const { companyId, id } = agent.user;
  const ctx = asSystem(world.app.base, mintCompanyId(companyId));
  const save = (online: boolean, seenAt: Date | null) => transaction(ctx, (ctx) => savePresence(ctx, id, online, seenAt));
  const presence = async () =>
    platformTransaction(world.app.base, ({ db }) =>
      db.selectFrom('users').select(['online', 'last_seen_at']).where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst(),
    );
  const [earlier, later] = [new Date('2026-03-02T10:00:00Z'), new Date('2026-03-02T10:01:00Z')];
  expect(await Promise.all([save(true, earlier), save(true, earlier)])).toEqual(expect.arrayContaining([true, false]));
  expect(await save(true, later)).toBe(false);
  expect(await presence()).toEqual({ online: true, last_seen_at: later });
  expect([await save(false, null), await save(false, null)]).toEqual([true, false]);
  expect(await presence()).toEqual({ online: false, last_seen_at: later });
  await admin.call('DELETE /users/:userId', { params: { userId: id } });
  expect(await save(true, later)).toBe(false);
  expect(await presence()).toMatchObject({ online: false });
});

test('who closes one of two tabs is still there, who closes the last one has gone', async () => {
  const agent = await givenUser(world.url, admin);
  const [one, two, observer] = [await agent.socket(), await agent.socket(), await admin.socket()];
  const seen: UserView[] = [];
  const channel = `company-${agent.user.companyId}-user`;
  observer.on(channel, ({ user }: { user?: UserView }) => user?.id === agent.user.id && seen.push(user));
  const { sockets } = world.app.sockets.io.sockets;
  const before = sockets.size;
  one.close();
  await until(() => sockets.size === before - 1);
  const renamed = heard<{ user: UserView }>(observer, channel, ({ user }) => user?.name === 'Uma Aba');
  await admin.call('PUT /users/:userId', { params: { userId: agent.user.id }, body: { name: 'Uma Aba' } });
  await renamed;
  expect(seen.map(({ online }) => online)).not.toContain(false);
  two.close();
  await until(() => seen.at(-1)?.online === false);
  observer.close();
});
