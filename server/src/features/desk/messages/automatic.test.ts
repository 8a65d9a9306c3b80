// What the product says by itself, over the Cloud API: menus that can be tapped, and the limits to saying anything.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import { type Desk, givenDesk, ticketsOf } from '../../../../test/given.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { saySystem } from './actions/out/say-system.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await givenDesk();
});
afterAll(() => desk.close());

const sentTo = (phone: string) => desk.graph.sent().filter((record) => record.to === phone);
const waiting = (name: string) =>
  until(async () => (await ticketsOf(desk.admin, 'pending')).find((ticket) => ticket.contact.name === name));
const say = (ticketId: number, text: string) =>
  transaction(asSystem(desk.world.app.base, mintCompanyId(desk.admin.user.companyId)), (ctx) =>
    saySystem(ctx, ticketId, text, { kind: 'greeting' }),
  );

test('a menu goes out as a list that is answered by a tap', async () => {
  await desk.admin.call('PUT /settings/:settingKey', { params: { settingKey: 'chatBotType' }, body: { value: 'list' } });
  const connection = { greetingMessage: 'Oi, {{firstName}}. Com quem?', queueIds: [desk.sales, desk.support] };
  await desk.admin.call('PUT /whatsapp/:whatsappId', {
    params: { whatsappId: desk.connectionId },
    body: { name: 'API Oficial', ...connection },
  });
  const caio = desk.graph.customer({ phone: '5548999995001', name: 'Caio Fontes' }, desk.phoneNumberId);
  await caio.text('oi');
  const menu = await until(() => sentTo('5548999995001')[0]);
  const rows = [
    { id: `queue:${desk.sales}`, title: 'Vendas' },
    { id: `queue:${desk.support}`, title: 'Suporte' },
  ];
  expect(menu.body).toMatchObject({
    interactive: { type: 'list', body: { text: 'Oi, Caio. Com quem?' }, action: { sections: [{ rows }] } },
  });
  await caio.listReply(`queue:${desk.support}`, 'Suporte');
  await until(async () => (await waiting('Caio Fontes')).queueId === desk.support);
  const ticket = await waiting('Caio Fontes');
  const { messages } = await desk.admin.call('GET /messages/:ticketId', { params: { ticketId: ticket.id } });
  // The provider tells whole seconds, so two that fall into one may stand either way round.
  expect(messages.map(({ body }) => body).sort()).toEqual(['Oi, Caio. Com quem?\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte', 'Suporte', 'oi']);
  await desk.admin.call('PUT /whatsapp/:whatsappId', {
    params: { whatsappId: desk.connectionId },
    body: { name: 'API Oficial', greetingMessage: '', queueIds: [] },
  });
});

test('nothing is said when nothing is left to say', async () => {
  const lia = desk.graph.customer({ phone: '5548999995002', name: ' ' }, desk.phoneNumberId);
  await lia.text('oi');
  const [ticket] = await until(async () => {
    const all = (await ticketsOf(desk.admin, 'pending')).filter((each) => each.contact.number.endsWith('99995002'));
    return all.length > 0 ? all : null;
  });
  expect(await say(ticket?.id ?? 0, '  \n ')).toBeNull();
  expect(sentTo('5548999995002')).toEqual([]);
});

test('ten texts in a row are the most, until the customer or a person says something', async () => {
  const rui = desk.graph.customer({ phone: '5548999995003', name: 'Rui Lemos' }, desk.phoneNumberId);
  await rui.text('oi');
  const { id } = await waiting('Rui Lemos');
  for (let i = 1; i <= 10; i++) expect(await say(id, `texto ${i}`)).toMatchObject({ body: `texto ${i}`, fromMe: true, user: null });
  expect(await say(id, 'texto 11')).toBeNull();
  expect(await waiting('Rui Lemos')).toMatchObject({ unreadMessages: 1, lastMessage: 'texto 10' });
  await rui.text('já entendi');
  await until(async () => (await waiting('Rui Lemos')).unreadMessages === 2);
  expect(await say(id, 'mais um')).not.toBeNull();
  for (let i = 2; i <= 10; i++) await say(id, `mais ${i}`);
  expect(await say(id, 'mais 11')).toBeNull();
  await desk.admin.call('POST /messages/:ticketId', { params: { ticketId: id }, body: { body: 'Oi, sou uma pessoa.' } });
  expect(await say(id, 'e mais um')).not.toBeNull();
});

test('nothing is said after the window of the channel has shut', async () => {
  const sol = desk.graph.customer({ phone: '5548999995004', name: 'Sol Prado' }, desk.phoneNumberId);
  await sol.text('oi');
  const { id } = await waiting('Sol Prado');
  desk.world.clock.advance(25 * 3_600_000);
  try {
    expect(await say(id, 'tarde demais')).toBeNull();
  } finally {
    desk.world.clock.advance(-25 * 3_600_000);
  }
  expect(await say(id, 'a tempo')).not.toBeNull();
});
