// Every way in which a connection ends, and what leads back.

import type { GapView } from '@balcao/contract/connection-health';
import type { ConnectionStatus } from '@balcao/contract/connection-rules';
import pg from 'pg';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import type { Phone } from '../../../../test/fake-whatsapp/phone.ts';
import { codeOf, givenLinkedDesk, type LinkedDesk, linkPhone, shown, untilStatus } from '../../../../test/linked.ts';
import { givenUser } from '../../../../test/people.ts';

let desk: LinkedDesk;
let ana: Phone;
let socket: Socket;
type Told = { status: ConnectionStatus; statusReason: string | null; qrcode: string; pairingCode: string; id: number };
const told: Told[] = [];

beforeAll(async () => {
  desk = await givenLinkedDesk();
  ana = desk.fake.contact('5511988887777', 'Ana');
  socket = await desk.admin.socket();
  socket.on(`company-${desk.admin.user.companyId}-whatsappSession`, ({ session }: { session: Told }) => told.push(session));
});
afterAll(async () => {
  socket.close();
  await desk.close();
});

const params = () => ({ whatsappId: desk.connectionId });
const health = () => desk.admin.call('GET /v1/connections/:whatsappId/health', { params: params() });
const stands = (status: ConnectionStatus, reason: string | null) => untilStatus(desk.admin, desk.connectionId, status, reason);
const again = () => desk.admin.call('POST /whatsappsession/:whatsappId', { params: params() });
const anew = (phoneNumber?: string) =>
  desk.admin.call('PUT /whatsappsession/:whatsappId', { params: params(), ...(phoneNumber ? { body: { phoneNumber } } : {}) });
const heardOf = (status: ConnectionStatus, statusReason: string | null) =>
  until(() => told.find((each) => each.status === status && each.statusReason === statusReason), 30_000);
/** Links the phone once more, from the code that is shown. */
async function linkAgain(): Promise<void> {
  desk.account = await desk.fake.scan(await codeOf(desk.admin, desk.connectionId), desk.shop);
  await stands('CONNECTED', null);
}

test.each([
  [408, undefined],
  [428, undefined],
  [503, undefined],
])('a stream error %i is waited out', async (code, conflict) => {
  told.length = 0;
  desk.fake.streamError(code, conflict);
  await heardOf('TIMEOUT', 'network');
  await stands('CONNECTED', null);
});

test('a restart that WhatsApp asks for is told as no failure', async () => {
  told.length = 0;
  desk.fake.streamError(515);
  await heardOf('CONNECTED', null);
  expect(told.filter(({ status }) => status === 'TIMEOUT' || status === 'DISCONNECTED')).toEqual([]);
  await stands('CONNECTED', null);
});

test('a connection that was cut has a report of what was missed, and a line for each status', { timeout: 150_000 }, async () => {
  told.length = 0;
  // A report begins after half a minute.
  desk.fake.refuseLogin(503);
  desk.fake.drop();
  await heardOf('TIMEOUT', 'network');
  await desk.fake.send(ana, 'alguém aí?');
  await desk.fake.send(ana, 'já não preciso');
  desk.world.clock.advance(40_000);
  desk.fake.refuseLogin(null);
  await again();
  await stands('CONNECTED', null);
  await shown(desk.admin, ana.user, ({ body }) => body === 'já não preciso');
  const gap = await until(async () => (await health()).gaps.find(({ state }: GapView) => state === 'closed'), 45_000);
  expect(gap).toMatchObject({ reason: 'network', undecryptable: 0, incomplete: false });
  // What comes in after the end of the report is counted with the next full minute.
  await expect.poll(async () => (await health()).gaps[0]?.recovered, { timeout: 90_000 }).toBe(2);
  const { timeline } = await health();
  expect(timeline[0]).toMatchObject({ status: 'CONNECTED', reason: null });
  expect(timeline.some(({ status, reason }) => status === 'TIMEOUT' && reason === 'network')).toBe(true);
});

test('what a gap may have swallowed is asked of the phone, and counted when it comes', async () => {
  const gap = await until(async () => (await health()).gaps.find(({ state }: GapView) => state === 'closed'));
  const at = Math.floor(Date.parse(gap.from) / 1000) + 2;
  desk.fake.options.onDemand = [desk.fake.conversation(ana, [{ content: 'ficou no caminho', at, id: 'LOST1' }], { lid: true })];
  await desk.admin.call('POST /v1/connections/:whatsappId/gaps/:gapId/recheck', { params: { ...params(), gapId: gap.id } });
  const found = await shown(desk.admin, ana.user, ({ body }) => body === 'ficou no caminho');
  expect(found.fromMe).toBe(false);
  const recheck = () => desk.admin.call('POST /v1/connections/:whatsappId/gaps/:gapId/recheck', { params: { ...params(), gapId: gap.id } });
  await until(async () => (await recheck()).gaps.find(({ id, recovered }) => id === gap.id && recovered === 3), 20_000);
});

test('however often it failed before, a connection that lasted is tried again soon, and shown though the database was busy', async () => {
  const client = new pg.Client({ connectionString: desk.world.database.superUrl });
  await client.connect();
  await client.query(`
    update web_sessions set failures = 7;
    create sequence refused;
    create function refuse_twice() returns trigger security definer language plpgsql as $$
      begin if nextval('refused') <= 2 then raise 'too slow' using errcode = '57014'; end if; return new; end $$;
    create trigger refuse_twice before update on connections
      for each row when (new.status = 'CONNECTED' and old.status <> 'CONNECTED') execute function refuse_twice()`);
  desk.world.clock.advance(60_000);
  told.length = 0;
  desk.fake.streamError(503);
  await heardOf('TIMEOUT', 'network');
  await stands('CONNECTED', null);
  const { rows } = await client.query('select failures, (select last_value::int from refused) as asked from web_sessions');
  expect(rows).toEqual([{ failures: 1, asked: 3 }]);
  await client.query('drop trigger refuse_twice on connections');
  await client.end();
});

test('taken over by another session it waits for a person, who needs no code', async () => {
  desk.fake.streamError(null, 'replaced');
  await stands('DISCONNECTED', 'replaced');
  await again();
  await stands('CONNECTED', null);
});

test('too old a client is refused and tried again', async () => {
  told.length = 0;
  desk.fake.refuseLogin(405);
  desk.fake.drop();
  await heardOf('TIMEOUT', 'outdated');
  desk.fake.refuseLogin(null);
  await again();
  await stands('CONNECTED', null);
});

test('unlinked on the phone, it asks for a new code, which only admins hear', async () => {
  const agent = await givenUser(desk.world.url, desk.admin, { name: 'Bia Fontes' });
  const listener = await agent.socket();
  const leaked: unknown[] = [];
  listener.onAny((_event, payload) => {
    if (/wa\.me|"qrcode":"[^"]|"pairingCode":"[^"]/.test(JSON.stringify(payload))) leaked.push(payload);
  });
  told.length = 0;
  desk.fake.unlink();
  await stands('DISCONNECTED', 'logged_out');
  await again();
  await linkAgain();
  expect(told.some(({ qrcode }) => qrcode !== '')).toBe(true);
  expect(leaked).toEqual([]);
  listener.close();
});

test('banned, it says so and begins nothing by itself', async () => {
  desk.fake.ban();
  await stands('DISCONNECTED', 'banned');
  const before = desk.fake.connections.size;
  desk.fake.refuseLogin(null, {}, desk.account);
  expect(desk.fake.connections.size).toBe(before);
  await anew();
  await linkAgain();
});

test('disconnected by a person the phone forgets it', async () => {
  const logout = desk.fake.next('logout', () => true, 45_000);
  await desk.admin.call('DELETE /whatsappsession/:whatsappId', { params: params() });
  await logout;
  await stands('DISCONNECTED', 'disconnected_by_user');
  await anew();
  await linkAgain();
});

test('a phone that wants a passkey says so', async () => {
  await anew();
  desk.shop.passkey = true;
  await expect(desk.fake.scan(await codeOf(desk.admin, desk.connectionId), desk.shop)).rejects.toThrow(/passkey/);
  await stands('DISCONNECTED', 'passkey_required');
  desk.shop.passkey = false;
  await again();
  await linkAgain();
});

test('keys that were lost need a new code; nothing is pretended', async () => {
  desk.fake.streamError(null, 'replaced');
  await stands('DISCONNECTED', 'replaced');
  const client = new pg.Client({ connectionString: desk.world.database.superUrl });
  await client.connect();
  await client.query('update web_sessions set credentials = null; delete from web_session_keys');
  await client.end();
  await again();
  await linkAgain();
});

test('changed to another channel, and deleted, the phone forgets it', async () => {
  const other = desk.fake.contact('5511966660000', 'Filial');
  const second = await linkPhone(desk.fake, desk.admin, other);
  const changed = desk.fake.next('logout', (companion) => companion === second.account, 45_000);
  await desk.admin.call('PUT /whatsapp/:whatsappId', {
    params: { whatsappId: second.connectionId },
    body: {
      channel: 'whatsapp_cloud',
      cloud: { phoneNumberId: '101', wabaId: '201', accessToken: 'token', appSecret: 'segredo', verifyToken: 'palavra' },
    },
  });
  await changed;
  const third = await linkPhone(desk.fake, desk.admin, desk.fake.contact('5511955550000', 'Quiosque'));
  const deleted = desk.fake.next('logout', (companion) => companion === third.account, 45_000);
  await desk.admin.call('DELETE /whatsapp/:whatsappId', { params: { whatsappId: third.connectionId } });
  await deleted;
});
