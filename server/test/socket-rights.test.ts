// What a socket hears follows the rights of its user, also when the news of a change did not reach the process that has the socket.
import { sql } from 'kysely';
import pg from 'pg';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { tellWhoRanOut } from '../src/features/company/companies/actions.ts';
import { mintCompanyId } from '../src/platform/context.ts';
import { platformTransaction } from '../src/platform/db/transaction.ts';
import { type Client, signIn, until } from './client.ts';
import { givenQueue } from './given.ts';
import { givenCompany, givenUser, newIp } from './people.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let elsewhere: pg.Client;
beforeAll(async () => {
  world = await createWorld();
  elsewhere = new pg.Client({ connectionString: world.database.superUrl });
  await elsewhere.connect();
});
afterAll(async () => {
  await elsewhere.end();
  await world.close();
});

/** What the socket hears of a queue, once everything said to it before has come. */
async function hearsQueue(socket: Socket, { user }: Client, queueId: number): Promise<boolean> {
  const companyId = mintCompanyId(user.companyId);
  const heard: string[] = [];
  const listen = ({ setting }: { setting: { value: string } }) => heard.push(setting.value);
  socket.on(`company-${companyId}-settings`, listen);
  const say = (value: string, to: { to: 'queue'; queueId: number } | { to: 'user'; userId: number }) => {
    const setting = { id: 1, key: 'call', value, companyId };
    world.app.sockets.emit(companyId, { event: 'settings', payload: { action: 'update', setting }, rooms: [to] });
  };
  say('queue', { to: 'queue', queueId });
  say('end', { to: 'user', userId: user.id });
  await until(() => heard.includes('end'));
  socket.off(`company-${companyId}-settings`, listen);
  return heard.includes('queue');
}

test('at its check a socket moves into the rooms of the rights that its user has now', async () => {
  const admin = await givenCompany(world.url);
  const [sales, support] = [await givenQueue(admin), await givenQueue(admin, 'Suporte', { color: '#ac2b30' })];
  const ana = await givenUser(world.url, admin, { queueIds: [sales] });
  const socket = await ana.socket();
  expect(await hearsQueue(socket, ana, sales)).toBe(true);
  await elsewhere.query('update user_queues set queue_id = $1 where user_id = $2', [support, ana.user.id]);
  socket.emit('userStatus');
  await until(() => hearsQueue(socket, ana, support));
  expect(await hearsQueue(socket, ana, sales)).toBe(false);
  socket.close();
});

test('while it is open, a socket is checked within five minutes, and not at the same moments as another', async () => {
  const admin = await givenCompany(world.url);
  const every = vi.spyOn(globalThis, 'setInterval');
  const ended = vi.spyOn(globalThis, 'clearInterval');
  onTestFinished(() => void vi.restoreAllMocks());
  const sockets = [await admin.socket(), await admin.socket(), await admin.socket()];
  // Nothing else that sockets do is so rare.
  const rare = every.mock.calls.flatMap(([, ms = 0], i) => (ms > 200_000 ? [{ ms, timer: every.mock.results[i]?.value }] : []));
  expect(new Set(rare.map(({ ms }) => ms)).size).toBe(3);
  expect(Math.max(...rare.map(({ ms }) => ms))).toBeLessThanOrEqual(300_000);
  for (const socket of sockets) socket.close();
  await until(() => rare.every(({ timer }) => ended.mock.calls.some(([each]) => each === timer)));
});

test.each([
  ['its company was deactivated', 'update companies set status = false where id = $1', (client: Client) => client.user.companyId],
  ['its session was ended', 'update sessions set revoked_at = now() where user_id = $1', (client: Client) => client.user.id],
  ['its user was deleted', 'update users set deleted_at = now() where id = $1', (client: Client) => client.user.id],
])('at its check a socket is closed when %s', async (_, change, whose) => {
  const admin = await givenCompany(world.url);
  const socket = await admin.socket();
  await elsewhere.query(change, [whose(admin)]);
  socket.emit('userStatus');
  await until(() => !socket.connected);
});

test('when the subscription runs out by the clock, open sockets are narrowed to what is about it, and widened when it is paid', async () => {
  const operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
  const admin = await givenCompany(world.url);
  const { companyId } = admin.user;
  const set = (days: number) => elsewhere.query('update companies set due_date = current_date + $2::int where id = $1', [companyId, days]);
  const socket = await admin.socket();
  const heard: string[] = [];
  socket.on(`company-${companyId}-company`, ({ company }: { company: { dueDate: string } }) => heard.push(company.dueDate));
  socket.on(`company-${companyId}-settings`, ({ setting }: { setting: { value: string } }) => heard.push(setting.value));
  const setting = (value: string) => ({ action: 'update' as const, setting: { id: 1, key: 'call', value, companyId } });
  const say = (value: string, to: 'admins' | 'company' | 'subscription') =>
    world.app.sockets.emit(mintCompanyId(companyId), { event: 'settings', payload: setting(value), rooms: [{ to }] });
  const hears = async () => {
    heard.length = 0;
    for (const to of ['admins', 'company', 'subscription'] as const) say(to, to);
    await until(() => heard.includes('subscription'));
    return heard;
  };
  const lookedAt = (daysAgo: number) =>
    platformTransaction(world.app.base, ({ db }) => sql`update installation set standing_day = current_date - ${daysAgo}::int`.execute(db));
  await set(-2);
  await lookedAt(3);
  await tellWhoRanOut(world.app.base);
  await until(() => heard.length > 0);
  // The days of grace: everything may be read.
  expect(await hears()).toEqual(['admins', 'company', 'subscription']);
  await set(-6);
  await lookedAt(4);
  await tellWhoRanOut(world.app.base);
  await until(async () => (await hears()).length === 1);
  await expect(admin.call('GET /tags', {})).rejects.toMatchObject({ error: 'ERR_SUBSCRIPTION_EXPIRED' });
  await operator.call('PUT /companies/:companyId', { params: { companyId }, body: { dueDate: '2031-01-31' } });
  await until(async () => (await hears()).filter((each) => !each.includes('-')).length === 3);
  socket.close();
});

test('when the subscription has run out, a socket stays', async () => {
  const admin = await givenCompany(world.url);
  const socket = await admin.socket();
  await elsewhere.query('update companies set due_date = current_date - 5 where id = $1', [admin.user.companyId]);
  const marked = async () => (await elsewhere.query('select 1 from users where id = $1 and online', [admin.user.id])).rowCount === 1;
  await elsewhere.query('update users set online = false where id = $1', [admin.user.id]);
  socket.emit('userStatus');
  await until(marked);
  expect(socket.connected).toBe(true);
  socket.close();
});

test('an operator whose record changes hears what operators hear without a break', async () => {
  const operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
  const socket = await operator.socket();
  const left: string[] = [];
  const leave = (room: string) => left.push(room);
  const { adapter } = world.app.sockets.io.of('/');
  adapter.on('leave-room', leave);
  const heard = new Promise<{ user: { away: boolean } }>((hear) => socket.once(`company-${operator.user.companyId}-user`, hear));
  await operator.call('PUT /v1/away', { body: { away: true } });
  expect((await heard).user.away).toBe(true);
  expect(await hearsQueue(socket, operator, 1)).toBe(false);
  adapter.off('leave-room', leave);
  expect(left).toEqual([]);
  socket.close();
});
