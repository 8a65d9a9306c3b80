import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, until } from '../../../../test/client.ts';
import { givenPhone } from '../../../../test/given.ts';
import { givenCompany, givenUser, subscriptionEnded } from '../../../../test/people.ts';
import { givenCustomer, jobsDone, undoTimePasses } from '../../../../test/phone.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';

let world: World;
let admin: Client;
let ana: Client;
let line: number;

const question =
  'Como foi, Rui?\n\nDigite de 1 à 3 para qualificar nosso atendimento:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito Satisfeito_';
const goodbye = 'Obrigado, Rui! Protocolo ';

beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  ana = await givenUser(world.url, admin, { name: 'Ana Prado', allTicket: 'enabled' });
  const words = { complationMessage: 'Obrigado, {{firstName}}! Protocolo {{protocol}}', ratingMessage: 'Como foi, {{firstName}}?' };
  line = await givenPhone(admin, 'Loja', words);
});
afterAll(() => world.close());

const rating = (value: 'enabled' | 'disabled') =>
  admin.call('PUT /settings/:settingKey', { params: { settingKey: 'userRating' }, body: { value } });
const move = (who: Client, ticketId: number, status: 'open' | 'closed') =>
  who.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status } });

/** A customer whose conversation Ana attended and closed. */
async function givenClosed() {
  const given = await givenJustClosed();
  await undoTimePasses(world);
  return given;
}

/** The same, while Ana may still take it back. */
async function givenJustClosed() {
  const rui = givenCustomer(admin, line, 'Rui Lemos');
  await rui.says('oi');
  const { id, protocol } = await rui.ticket();
  await move(ana, id, 'open');
  expect((await move(ana, id, 'closed')).status).toBe('closed');
  return { rui, id, protocol };
}

const rated = (ticketId: number) =>
  platformTransaction(world.app.base, async ({ db }) => {
    const { rows } = await sql<{ rate: number; user_id: number; rating: number; asked: boolean; rated: boolean }>`
      select r.rate, r.user_id, a.rating, a.rating_asked_at is not null as asked, a.rated_at is not null as rated
      from user_ratings r join attendances a on a.company_id = r.company_id and a.id = r.attendance_id where r.ticket_id = ${ticketId}`.execute(
      db,
    );
    return rows;
  });

test('a closed ticket says goodbye where nobody wants to know how it was', async () => {
  await rating('disabled');
  const { rui, protocol } = await givenClosed();
  expect(await rui.hears(1)).toEqual([`${goodbye}${protocol}`]);
  expect((await rui.ticket()).status).toBe('closed');
});

test('a ticket that was closed in the last moment of the subscription ends without a word', async () => {
  await rating('enabled');
  const { rui, id } = await givenJustClosed();
  const paid = await subscriptionEnded(world, admin);
  await undoTimePasses(world);
  await jobsDone(world);
  expect([await rui.heard(), await rated(id)]).toEqual([[], []]);
  await paid();
});

test.each(['enabled', 'disabled'] as const)(
  'of a ticket whose closing was taken back the customer hears nothing (rating %s)',
  async (asked) => {
    await rating(asked);
    const { rui, id } = await givenJustClosed();
    const undone = await ana.call('POST /v1/tickets/:ticketId/undo', { params: { ticketId: id } });
    expect(undone).toMatchObject({ id, status: 'open', userId: ana.user.id });
    await undoTimePasses(world);
    await jobsDone(world);
    expect(await rui.heard()).toEqual([]);
    await move(ana, id, 'closed');
    await undoTimePasses(world);
    expect(await rui.hears(1)).toHaveLength(1);
  },
);

test('before it is too late to take it back, the customer hears nothing, and their number is no rating', async () => {
  await rating('enabled');
  const { rui, id } = await givenJustClosed();
  await jobsDone(world);
  expect(await rui.heard()).toEqual([]);
  await rui.says('3');
  expect(await rui.ticket()).toMatchObject({ id, status: 'pending', lastMessage: '3' });
  await undoTimePasses(world);
  await jobsDone(world);
  expect(await rui.heard()).toEqual([]);
  expect(await rated(id)).toEqual([]);
});

test('else it asks, keeps the answer, says goodbye and stays closed', async () => {
  await rating('enabled');
  const { rui, id, protocol } = await givenClosed();
  expect(await rui.hears(1)).toEqual([question]);
  await rui.says(' 3 ');
  expect(await rui.hears(2)).toEqual([question, `${goodbye}${protocol}`]);
  expect(await rui.ticket()).toMatchObject({ id, status: 'closed', unreadMessages: 0 });
  expect(await rated(id)).toEqual([{ rate: 3, user_id: ana.user.id, rating: 3, asked: true, rated: true }]);
  const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId: id } });
  expect(messages.map((message) => message.body)).toEqual(['oi', question, ' 3 ', `${goodbye}${protocol}`]);
  const moves = await ana.call('GET /v1/tickets/:ticketId/moves', { params: { ticketId: id } });
  expect(moves.map(({ kind, rating }) => [kind, rating])).toEqual([
    ['accepted', null],
    ['closed', null],
    ['rated', 3],
  ]);
});

test('it is rated once: the next number is a message like any other', async () => {
  await rating('enabled');
  const { rui, id } = await givenClosed();
  await rui.hears(1);
  await rui.says('2');
  await rui.hears(2);
  await rui.says('1');
  expect(await rui.ticket()).toMatchObject({ id, status: 'pending', unreadMessages: 1 });
  await jobsDone(world);
  expect((await rated(id)).map(({ rate }) => rate)).toEqual([2]);
});

test.each(['0', '4', '9', '3 estrelas', 'obrigado', 'dois'])(
  '%s is no rating: the conversation goes on and nobody waits any more',
  async (words) => {
    await rating('enabled');
    const { rui, id } = await givenClosed();
    await rui.hears(1);
    await rui.says(words);
    expect(await rui.ticket()).toMatchObject({ id, status: 'pending', lastMessage: words });
    await rui.says('3');
    await jobsDone(world);
    expect(await rated(id)).toEqual([]);
    expect(await rui.ticket()).toMatchObject({ id, status: 'pending', lastMessage: '3', unreadMessages: 2 });
  },
);

test('nobody is asked about a conversation that no agent attended', async () => {
  await rating('enabled');
  const rui = givenCustomer(admin, line, 'Rui Lemos');
  await rui.says('oi');
  const { id, protocol } = await rui.ticket();
  await move(admin, id, 'closed');
  await undoTimePasses(world);
  expect(await rui.hears(1)).toEqual([`${goodbye}${protocol}`]);
});

test('after a day it is too late', async () => {
  await rating('enabled');
  const { rui, id } = await givenClosed();
  await rui.hears(1);
  await platformTransaction(world.app.base, ({ db }) =>
    sql`update tickets set rating_until = ${new Date(world.clock.now().getTime() - 1000)} where id = ${id}`.execute(db),
  );
  await rui.says('3');
  expect(await rui.ticket()).toMatchObject({ id, status: 'pending' });
  await jobsDone(world);
  expect(await rated(id)).toEqual([]);
});

test('an agent who opens the ticket again ends the wait', async () => {
  await rating('enabled');
  const { rui, id } = await givenClosed();
  await rui.hears(1);
  await move(ana, id, 'open');
  await rui.says('3');
  await until(async () => (await rui.ticket()).lastMessage === '3');
  await jobsDone(world);
  expect(await rated(id)).toEqual([]);
});
