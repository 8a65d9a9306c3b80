import type { AnnouncementView } from '@balcao/contract/announcements';
import { sql } from 'kysely';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, call, heard, signIn, until } from '../../../../test/client.ts';
import { givenCompany, givenUser, newIp } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';

let world: World;
let operator: Client;
let admin: Client;
let ana: Client;
let bia: Client;
beforeAll(async () => {
  world = await createWorld();
  operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
  admin = await givenCompany(world.url);
  ana = await givenUser(world.url, admin);
  bia = await givenCompany(world.url);
});
afterAll(() => world.close());

type News = { action: string; id?: number; record?: AnnouncementView };
const channel = 'company-announcement';
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

const announce = (overrides: Record<string, unknown> = {}) =>
  operator.call('POST /announcements', { body: { title: 'Manutenção', text: 'Hoje às 23 h', ...overrides } });
const shownTo = async (client: Client) => (await client.call('GET /announcements/list')).map(({ id }) => id);
const listedFor = async (client: Client) => (await client.call('GET /announcements')).records.map(({ id }) => id);
const paramsOf = ({ id }: { id: number }) => ({ params: { announcementId: id } });

test('everybody in every company sees an active one, low unless said otherwise; an inactive one is for operators', async () => {
  const active = await announce();
  const inactive = await announce({ title: 'Rascunho', status: false, priority: '1' });
  expect(active).toMatchObject({ priority: 3, status: true, mediaPath: null });
  expect(inactive).toMatchObject({ priority: 1, status: false });
  for (const client of [ana, bia]) {
    expect(await shownTo(client)).toContain(active.id);
    expect(await shownTo(client)).not.toContain(inactive.id);
    expect(await listedFor(client)).not.toContain(inactive.id);
  }
  expect(await listedFor(operator)).toEqual([inactive.id, active.id]);
  expect(await shownTo(operator)).not.toContain(inactive.id);
});

test('one that becomes active is new to all, and leaves them by an update; of an inactive one only operators hear', async () => {
  const sockets = [await ana.socket(), await operator.socket()] as const;
  const toAna: News[] = [];
  sockets[0].on(channel, (news: News) => void toAna.push(news));
  const draft = heard<News>(sockets[1], channel);
  const { id } = await announce({ status: false });
  expect(await draft).toMatchObject({ action: 'create', record: { id, status: false } });
  const set = (body: object) => operator.call('PUT /announcements/:announcementId', { ...paramsOf({ id }), body });
  await set({ text: 'Só para nós' });
  await set({ status: true });
  await set({ status: false });
  await set({ text: 'De novo só para nós' });
  await operator.call('DELETE /announcements/:announcementId', paramsOf({ id }));
  await until(() => toAna.some(({ action }) => action === 'delete'));
  expect(toAna.map(({ action, record }) => [action, record?.status])).toEqual([
    ['create', true],
    ['update', false],
    ['delete', undefined],
  ]);
  for (const socket of sockets) socket.close();
});

test('what is read is read by that person only, in all their windows', async () => {
  const { id } = await announce();
  const hidden = await announce({ status: false });
  const socket = await ana.socket();
  const told = heard<{ ids: number[] }>(socket, `company-${ana.user.companyId}-announcements-read`);
  const colleague = await admin.socket();
  let isToldColleague = false;
  colleague.on(`company-${ana.user.companyId}-announcements-read`, () => {
    isToldColleague = true;
  });
  expect(await ana.call('PUT /v1/announcements/read', { body: { ids: [id, hidden.id, 999_999] } })).toEqual({ ids: [id] });
  expect(await told).toEqual({ ids: [id] });
  expect(await ana.call('PUT /v1/announcements/read', { body: { ids: [id] } })).toEqual({ ids: [id] });
  const readBy = async (client: Client) => (await client.call('GET /announcements/list')).find((each) => each.id === id)?.read;
  expect([await readBy(ana), await readBy(bia)]).toEqual([true, false]);
  await operator.call('DELETE /announcements/:announcementId', paramsOf({ id }));
  const { rows } = await platformTransaction(world.app.base, ({ db }) =>
    sql<{ n: number }>`select count(*)::int as n from announcement_reads where announcement_id = ${id}`.execute(db),
  );
  expect(rows[0]?.n).toBe(0);
  // What is said to all afterwards shows that nothing is on its way any more.
  const last = heard(colleague, channel);
  await announce();
  await last;
  expect(isToldColleague).toBe(false);
  for (const each of [socket, colleague]) each.close();
});

test('its picture is a PNG or JPEG, opens for everybody, and goes with it', async () => {
  const record = await announce();
  const attach = (bytes: Uint8Array, name: string) => {
    const body = new FormData();
    body.append('file', new Blob([bytes]), name);
    return operator.call('POST /announcements/:announcementId/media-upload', { ...paramsOf(record), body });
  };
  await expect(attach(Buffer.from('not a picture'), 'a.png')).rejects.toMatchObject({ status: 400, error: 'ERR_MEDIA_TYPE' });
  const { record: pictured } = await attach(png, 'aviso.png');
  expect(pictured.mediaName).toBe('aviso.png');
  const shown = (await ana.call('GET /announcements/list')).find(({ id }) => id === record.id);
  const { pathname, search } = new URL(shown?.mediaPath ?? '');
  const link = `${world.url}${pathname}${search}`;
  expect(Buffer.from(await (await fetch(link)).arrayBuffer())).toEqual(png);
  await operator.call('DELETE /announcements/:announcementId', paramsOf(record));
  await until(async () => (await fetch(link)).status === 404);
});

test('title and text are required', async () => {
  for (const lacking of [{ title: ' ' }, { text: '' }, { priority: 4 }])
    await expect(announce(lacking)).rejects.toMatchObject({ status: 400, error: 'ERR_VALIDATION' });
});

test('one reaches 500 sockets of 50 companies within a second', async () => {
  const sockets: Socket[] = [];
  for (let i = 0; i < 50; i++) {
    const { socket } = await givenCompany(world.url);
    sockets.push(...(await Promise.all(Array.from({ length: 10 }, socket))));
  }
  expect(sockets).toHaveLength(500);
  const all = sockets.map((socket) => heard<News>(socket, channel, ({ record }) => record?.title === 'Para todos'));
  const begun = performance.now();
  await call(world.url, 'POST /announcements', { body: { title: 'Para todos', text: 'Olá' }, token: operator.token });
  await Promise.all(all);
  const tookMs = performance.now() - begun;
  for (const socket of sockets) socket.close();
  console.info(`an announcement reached 500 sockets of 50 companies in ${Math.round(tookMs)} ms`);
  expect(tookMs).toBeLessThan(1000);
}, 120_000);
