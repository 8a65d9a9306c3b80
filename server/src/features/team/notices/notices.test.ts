import type { TicketView } from '@balcao/contract/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, heard, signIn, until } from '../../../../test/client.ts';
import { givenPhone, givenQueue } from '../../../../test/given.ts';
import { givenCompany, givenUser, newIp, password } from '../../../../test/people.ts';
import { type Browser, type PushService, startPushService } from '../../../../test/push-service.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { deliverNotice } from './actions/deliver.ts';

let world: World;
let admin: Client;
let queueId: number;
let whatsappId: number;
let service: PushService;
let ana: Client;
let bia: Client;
let publicKey: string;
beforeAll(async () => {
  service = await startPushService();
  const http = { ca: service.certificate, allowPrivate: (origin: string) => origin === service.origin, lookup: async () => ['127.0.0.1'] };
  world = await createWorld({ http });
  admin = await givenCompany(world.url);
  queueId = await givenQueue(admin);
  whatsappId = await givenPhone(admin, 'Telefone', { queueIds: [queueId] });
  ana = await givenUser(world.url, admin, { name: 'Ana Prado', queueIds: [queueId] });
  bia = await givenUser(world.url, admin, { name: 'Bia Reis', queueIds: [queueId], allTicket: 'enabled' });
  ({ publicKey } = await ana.call('GET /v1/notices'));
});
afterAll(async () => {
  await world.close();
  await service.close();
  expect(service.refusals).toEqual([]);
});

/** A customer writes. */
const says = (from: string, body: string) =>
  admin.call('POST /simulator/:whatsappId/messages', { params: { whatsappId }, body: { from, name: `Cliente ${from}`, body } });
/** A customer writes for the first time. Answers their ticket. */
async function waiting(from: string, body: string): Promise<TicketView> {
  await says(from, body);
  return until(async () => {
    const { tickets } = await admin.call('GET /tickets', { query: { status: 'pending', showAll: true } });
    return tickets.find(({ contact, queueId }) => contact.number === from && queueId !== null);
  });
}
/** The person allows notices in a new browser. */
async function allow(who: Client, browser = service.browser(publicKey)): Promise<Browser & { id: number }> {
  const { id } = await who.call('POST /v1/notices/devices', { body: browser.subscription });
  return Object.assign(browser, { id });
}
const arrived = (browser: Browser, notice: object) =>
  until(() => browser.notices.some((each) => expect.objectContaining(notice).asymmetricMatch(each)));
const devicesOf = async (who: Client) => (await who.call('GET /v1/notices')).devices.map(({ id }) => id);

describe('a device', () => {
  let browser: Browser & { id: number };
  beforeEach(async () => {
    browser = await allow(ana);
  });

  test('is told of what a customer writes to the person, signed and encrypted, and of a transfer', async () => {
    const ticket = await waiting('5548990001111', 'Chegou meu sofá?');
    await admin.call('PUT /tickets/:ticketId', {
      params: { ticketId: ticket.id },
      body: { status: 'open', userId: ana.user.id, queueId: queueId },
    });
    await arrived(browser, { kind: 'handed', by: admin.user.name, path: `/tickets/${ticket.uuid}` });
    await says('5548990001111', 'Alguém aí?');
    await arrived(browser, {
      kind: 'mine',
      text: 'Alguém aí?',
      path: `/tickets/${ticket.uuid}`,
      tag: `ticket${ticket.id}`,
      language: 'pt',
    });
    expect(browser.headers).toMatchObject({ topic: `ticket${ticket.id}`, urgency: 'high' });
  });

  test('is told of a note that calls the person, and of none that does not', async () => {
    const ticket = await waiting('5548990003333', 'Bom dia');
    const note = (text: string, mentions: number[]) =>
      admin.call('POST /ticket-notes', { body: { note: text, ticketId: ticket.id, contactId: ticket.contactId, mentions } });
    await note('Sem nome', []);
    await note('Confere? @Ana Prado', [ana.user.id]);
    await arrived(browser, { kind: 'mention', by: admin.user.name, text: 'Confere? @Ana Prado', path: `/tickets/${ticket.uuid}` });
    expect(browser.notices.map(({ kind }) => kind)).toEqual(['mention']);
    await ana.call('POST /v1/pings/seen', { body: {} });
    await ana.call('PUT /v1/notices', { body: { silent: ['mention'] } });
    await note('E agora? @Ana Prado', [ana.user.id]);
    await ana.call('POST /v1/notices/devices/:noticeDeviceId/test', { params: { noticeDeviceId: browser.id } });
    await arrived(browser, { kind: 'test' });
    expect(browser.notices.map(({ kind }) => kind)).toEqual(['mention', 'test']);
    await ana.call('PUT /v1/notices', { body: { silent: [] } });
  });

  test('is not told of what may not be seen, is not wanted, or was read', async () => {
    const other = await allow(bia);
    const outsider = await allow(await givenUser(world.url, admin, { name: 'Cida', allTicket: 'enabled' }));
    await ana.call('PUT /v1/notices', { body: { silent: ['mine'] } });
    const ticket = await waiting('5548990002222', 'Bom dia');
    await arrived(other, { kind: 'waiting', text: 'Bom dia' });
    await ana.call('PUT /tickets/:ticketId', {
      params: { ticketId: ticket.id },
      body: { status: 'open', userId: ana.user.id, queueId: queueId },
    });
    await says('5548990002222', 'Obrigada');
    // The jobs of a company's notices run one after the other.
    await ana.call('POST /v1/notices/devices/:noticeDeviceId/test', { params: { noticeDeviceId: browser.id } });
    await arrived(browser, { kind: 'test' });
    await ana.call('PUT /v1/notices', { body: { silent: [] } });
    expect(browser.notices.map(({ kind }) => kind)).toEqual(['test']);
    expect(outsider.notices).toEqual([]);
    // Nor within the quiet hours, which hold beside what was chosen before.
    const clock = (minutes: number) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Sao_Paulo', hour: '2-digit', minute: '2-digit' }).format(
        Date.now() + minutes * 60_000,
      );
    const quiet = { from: clock(-60), to: clock(60) };
    const tones = { kinds: { mine: 'drop' as const }, queues: { [queueId]: 'knock' as const } };
    await ana.call('PUT /v1/notices', { body: { silent: ['chat'], quiet, tones, insist: true } });
    expect(await ana.call('PUT /v1/notices', { body: { silent: [] } })).toMatchObject({ silent: [], quiet, tones, insist: true });
    await says('5548990002222', 'De madrugada');
    await ana.call('POST /v1/notices/devices/:noticeDeviceId/test', { params: { noticeDeviceId: browser.id } });
    await until(() => browser.notices.length > 1);
    expect(browser.notices.map(({ kind }) => kind)).toEqual(['test', 'test']);
    await ana.call('PUT /v1/notices', { body: { silent: [], quiet: null } });
  });

  test('is told of internal chats as a member, and of announcements as everybody', async () => {
    const outsider = await allow(bia);
    const elsewhere = await allow(await givenCompany(world.url));
    const body = { title: 'Turno da tarde', users: [{ id: ana.user.id }] };
    const { id: chatId, uuid } = await admin.call('POST /chats', { body });
    const write = (message: string, mentions: number[]) =>
      admin.call('POST /chats/:chatId/messages', { params: { chatId }, body: { message, mentions } });
    await write('Quem fecha hoje?', []);
    await arrived(browser, { kind: 'chat', name: 'Turno da tarde', path: `/chats/${uuid}` });
    const called = await write('Você, Ana?', [ana.user.id]);
    await arrived(browser, { kind: 'mention', by: admin.user.name });
    /** The job again, as after a crash; whoever has read it meanwhile is not told. */
    const again = () =>
      deliverNotice.run(asSystem(world.app.base, mintCompanyId(admin.user.companyId)), {
        news: { of: 'chat', chatId, messageId: Number(called.id) },
      });
    const told = () => browser.notices.filter(({ kind }) => kind === 'mention').length;
    await again();
    expect(told()).toBe(2);
    await ana.call('POST /chats/:chatId/read', { params: { chatId }, body: { userId: ana.user.id } });
    await again();
    expect(told()).toBe(2);
    const { email, password } = world.operator;
    const operator = await signIn(world.url, email, password, newIp());
    const draft = await operator.call('POST /announcements', { body: { title: 'Pausa', text: 'Às 3 h', status: false } });
    await operator.call('PUT /announcements/:announcementId', { params: { announcementId: draft.id }, body: { status: true } });
    for (const each of [browser, outsider, elsewhere]) await arrived(each, { kind: 'announcement', name: 'Pausa', text: 'Às 3 h' });
    expect(outsider.notices.map(({ kind }) => kind)).toEqual(['announcement']);
  });

  test('tells its owner alone of it, in all windows, and can be tried and removed by nobody else', async () => {
    const socket = await ana.socket();
    const others = await bia.socket();
    const told: unknown[] = [];
    others.on(`company-${admin.user.companyId}-notices`, (news) => told.push(news));
    const params = { noticeDeviceId: browser.id };
    for (const route of ['POST /v1/notices/devices/:noticeDeviceId/test', 'DELETE /v1/notices/devices/:noticeDeviceId'] as const)
      await expect(bia.call(route, { params })).rejects.toMatchObject({ status: 404, error: 'ERR_NO_NOTICE_DEVICE_FOUND' });
    await ana.call('POST /v1/notices/devices/:noticeDeviceId/test', { params });
    await arrived(browser, { kind: 'test' });
    const news = heard(socket, `company-${admin.user.companyId}-notices`);
    await ana.call('DELETE /v1/notices/devices/:noticeDeviceId', { params });
    expect(await news).toMatchObject({ silent: [], devices: [], quiet: null });
    expect(told).toEqual([]);
    socket.close();
    others.close();
  });
});

describe('a browser', () => {
  test('belongs to whoever signed in there last, and to nobody after they left', async () => {
    const browser = service.browser(publicKey);
    const { id: anas } = await allow(ana, browser);
    const again = await signIn(world.url, bia.user.email, password, newIp());
    const { id: bias } = await allow(again, browser);
    expect(await devicesOf(ana)).not.toContain(anas);
    expect(await devicesOf(bia)).toContain(bias);
    await again.call('DELETE /auth/logout');
    expect(await devicesOf(bia)).not.toContain(bias);
  });

  test('that is gone is forgotten; one whose service is busy is told later', async () => {
    const gone = await allow(await signIn(world.url, ana.user.email, password, newIp()));
    gone.answer = 410;
    const busy = await allow(await signIn(world.url, ana.user.email, password, newIp()));
    busy.answer = 503;
    for (const { id } of [gone, busy]) await ana.call('POST /v1/notices/devices/:noticeDeviceId/test', { params: { noticeDeviceId: id } });
    await until(async () => !(await devicesOf(ana)).includes(gone.id));
    expect(await devicesOf(ana)).toContain(busy.id);
    await until(async () => {
      const { rows } = await platformTransaction(world.app.base, ({ db }) =>
        sql`select 1 from graphile_worker.jobs where task_identifier = 'notices.deliver' and run_at > now() + interval '20 seconds'`.execute(
          db,
        ),
      );
      return rows.length > 0;
    });
  });

  test('is one of ten at most; the oldest goes', async () => {
    const cora = await givenUser(world.url, admin, { name: 'Cora' });
    const ids: number[] = [];
    for (let i = 0; i < 11; i += 1) ids.push((await allow(await signIn(world.url, cora.user.email, password, newIp()))).id);
    expect(await devicesOf(cora)).toEqual(ids.slice(1).reverse());
  });

  test.each([
    'http://push.example/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://a:b@push.example/a',
    'ftp://push.example',
    'nowhere',
  ])('with the address %s is refused', async (endpoint) => {
    const body = { ...service.browser(publicKey).subscription, endpoint };
    await expect(ana.call('POST /v1/notices/devices', { body })).rejects.toMatchObject({ status: 400, error: 'ERR_PUSH_ADDRESS' });
  });
});

test('what does not ring is known at the next sign-in', async () => {
  await bia.call('PUT /v1/notices', { body: { silent: ['announcement', 'mine', 'mine'] } });
  const { user } = await signIn(world.url, bia.user.email, password, newIp());
  expect(user.silentNotices).toEqual(['mine', 'announcement']);
});
