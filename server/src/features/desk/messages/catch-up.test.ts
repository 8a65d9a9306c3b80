// What changed in a conversation since somebody last knew of everything, so that after a lost connection they need not read it all again.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { givenPhone, givenQueue } from '../../../../test/given.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { jobsDone } from '../../../../test/phone.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';

let world: World;
let admin: Client;
let ana: Client;
let phone: number;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  ana = await givenUser(world.url, admin, { name: 'Ana Beatriz', queueIds: [await givenQueue(admin, 'Vendas')] });
  phone = await givenPhone(admin);
});
afterAll(() => world.close());

let people = 0;
/** A conversation that Ana has, whose messages were all written an hour ago. */
async function conversation(texts: number) {
  const from = `55119877${70000 + ++people}`;
  const says = (body: string) =>
    admin.call('POST /simulator/:whatsappId/messages', { params: { whatsappId: phone }, body: { from, name: `Cliente ${people}`, body } });
  for (let n = 1; n <= texts; n++) await says(`texto ${n}`);
  const [ticket] = (await admin.call('GET /tickets', { query: { showAll: true, searchParam: from } })).tickets;
  if (!ticket) throw new Error('there is no ticket');
  const params = { ticketId: ticket.id };
  await admin.call('PUT /tickets/:ticketId', {
    params,
    body: { queueId: ana.user.queues[0]?.id ?? 0, userId: ana.user.id, status: 'open' },
  });
  await ana.call('POST /messages/:ticketId', { params, body: { body: 'Já vejo' } });
  const page = (pageNumber: number) => ana.call('GET /messages/:ticketId', { params, query: { pageNumber } });
  await jobsDone(world);
  await longAgo(ticket.id);
  const all = async () => {
    const pages = [await page(1)];
    while (pages.at(-1)?.hasMore) pages.push(await page(pages.length + 1));
    return pages.toReversed().flatMap(({ messages }) => messages);
  };
  const changes = async (from: string, since: string) =>
    (await ana.call('GET /messages/:ticketId', { params, query: { pageNumber: 1, from, since } })).changes;
  return { ticketId: ticket.id, contactId: ticket.contactId, says, all, changes };
}

/** Nothing of it, and of the people in it, changed within the last hour. */
async function longAgo(ticketId: number) {
  const hourAgo = new Date(world.clock.now().getTime() - 3_600_000);
  const client = new pg.Client({ connectionString: world.database.superUrl });
  await client.connect();
  // Otherwise no change of a row is dated before the one it follows.
  await client.query('set session_replication_role = replica');
  await client.query('update messages set updated_at = $1 where ticket_id = $2', [hourAgo, ticketId]);
  for (const people of ['contacts', 'users']) await client.query(`update ${people} set updated_at = $1`, [hourAgo]);
  await client.end();
}

const sumOf = (messages: readonly { id: string }[]) => String(messages.reduce((sum, { id }) => sum + Number(id), 0));
const now = () => world.clock.now().toISOString();

test('what changed since then is told, however old it is, with how much there is', async () => {
  const { all, changes, says } = await conversation(45);
  const held = await all();
  expect(held).toHaveLength(46);
  const [oldest, second, third] = held;
  const ours = held.at(-1);
  const since = now();
  expect(await changes(oldest?.id ?? '', since)).toEqual({ messages: [], count: 46, sum: sumOf(held) });
  // Only what is held is counted.
  expect(await changes(third?.id ?? '', since)).toMatchObject({ count: 44 });

  await ana.call('POST /v1/messages/:messageId/reaction', { params: { messageId: second?.id ?? '' }, body: { emoji: '👍' } });
  await ana.call('PUT /v1/messages/:messageId', { params: { messageId: ours?.id ?? '' }, body: { body: 'Já vejo isso' } });
  await says('e agora?');
  // The first look marks them as read.
  await all();
  const after = await all();
  const told = await changes(oldest?.id ?? '', since);
  expect(told?.messages.map(({ id }) => id).toSorted()).toEqual([second?.id, ours?.id, after.at(-1)?.id].toSorted());
  expect(told?.messages.toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(
    after.filter(({ id }) => told?.messages.some((each) => each.id === id)),
  );
  expect(told).toMatchObject({ count: 47, sum: sumOf(after) });
});

test('a reaction that is taken back is a change', async () => {
  const { ticketId, all, changes } = await conversation(1);
  const [first] = await all();
  const react = (emoji: string) =>
    ana.call('POST /v1/messages/:messageId/reaction', { params: { messageId: first?.id ?? '' }, body: { emoji } });
  await react('👍');
  await longAgo(ticketId);
  await react('');
  expect((await changes(first?.id ?? '', now()))?.messages).toMatchObject([{ id: first?.id, reactions: [] }]);
});

test('a person with another name changes what they wrote; a deleted message what quotes it', async () => {
  const { ticketId, contactId, all, changes } = await conversation(2);
  const params = { ticketId };
  const [first, , ours] = await all();
  const [answer] = await ana.call('POST /messages/:ticketId', { params, body: { body: 'sobre isto', quotedMsg: ours?.id ?? '' } });
  await jobsDone(world);
  await longAgo(ticketId);
  await ana.call('DELETE /messages/:messageId', { params: { messageId: ours?.id ?? '' } });
  const told = await changes(first?.id ?? '', now());
  expect(told?.messages.map(({ id }) => id).toSorted()).toEqual([ours?.id, answer?.id].toSorted());
  expect(told?.messages.find(({ id }) => id === answer?.id)?.quotedMsg?.isDeleted).toBe(true);

  await longAgo(ticketId);
  await ana.call('PUT /users/:userId', { params: { userId: ana.user.id }, body: { name: 'Ana B. Prates' } });
  expect((await changes(first?.id ?? '', now()))?.messages.map(({ user }) => user?.name)).toEqual(['Ana B. Prates', 'Ana B. Prates']);
  await longAgo(ticketId);
  await admin.call('PUT /contacts/:contactId', { params: { contactId }, body: { name: 'Helena Prado' } });
  expect((await changes(first?.id ?? '', now()))?.messages.map(({ contact }) => contact?.name)).toEqual(['Helena Prado', 'Helena Prado']);
});

test('nothing is told of what is too much, or of a message in another conversation', async () => {
  const [mine, other] = [await conversation(1), await conversation(1)];
  const [elsewhere] = await other.all();
  expect(await mine.changes(elsewhere?.id ?? '', now())).toBeNull();
  expect(await mine.changes('999999999', now())).toBeNull();
  const [first] = await mine.all();
  await platformTransaction(world.app.base, ({ db }) =>
    db
      .insertInto('messages')
      .values(
        Array.from({ length: 201 }, () => ({
          company_id: admin.user.companyId,
          ticket_id: mine.ticketId,
          contact_id: mine.contactId,
          connection_id: phone,
          from_me: false,
          media_type: 'conversation' as const,
          state: 'received' as const,
          sent_at: world.clock.now(),
        })),
      )
      .execute(),
  );
  expect(await mine.changes(first?.id ?? '', now())).toBeNull();
});
