// Drafts without measure: what an agent holds is bounded where it is listed, whatever they have written, and of what two devices write at
// once the later stays.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, heard } from './client.ts';
import { type Desk, givenDesk, givenPhone } from './given.ts';

let desk: Desk;
let ana: Client;
let sql: pg.Client;
const seen: number[] = [];
let hidden: number;

beforeAll(async () => {
  desk = await givenDesk();
  ana = desk.ana;
  sql = new pg.Client({ connectionString: desk.world.database.superUrl });
  await sql.connect();
  const phone = await givenPhone(desk.admin);
  await desk.admin.call('POST /simulator/:whatsappId/messages', {
    params: { whatsappId: phone },
    body: { from: '5548999990001', name: 'H', body: 'oi' },
  });
  const { rows } = await sql.query<{ id: number }>(
    `insert into tickets (company_id, number, status, contact_id, queue_id)
     select $1, 100 + n, 'pending', (select id from contacts where company_id = $1 limit 1), case when n = 0 then $3::bigint else $2::bigint end
     from generate_series(0, 10000) n returning id::int as id`,
    [ana.user.companyId, desk.sales, desk.support],
  );
  [hidden = 0] = rows.map(({ id }) => id);
  seen.push(...rows.slice(1).map(({ id }) => id));
});
afterAll(async () => {
  await sql.end();
  await desk.close();
});

const save = (ticketId: number, text: string, at: Date, draftKind: 'message' | 'note' = 'message') =>
  ana.call('PUT /v1/tickets/:ticketId/drafts/:draftKind', { params: { ticketId, draftKind }, body: { text, at: at.toISOString() } });

test('a draft is as long as a message may be, and of a conversation in sight', async () => {
  const [ticketId = 0] = seen;
  await expect(save(ticketId, 'x'.repeat(64 * 1024), new Date())).rejects.toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', issues: [{ path: 'body.text' }] },
  });
  await expect(save(hidden, 'oi', new Date())).rejects.toMatchObject({ error: 'ERR_NO_TICKET_FOUND' });
  await expect(save(999_999_999, 'oi', new Date())).rejects.toMatchObject({ error: 'ERR_NO_TICKET_FOUND' });
  expect(await ana.call('GET /v1/drafts')).toEqual([]);
});

test('of what two devices write at the same instant, the latest stays, on both and on the server', async () => {
  const [, ticketId = 0] = seen;
  const begun = Date.now() - 60_000;
  const devices = [await ana.socket(), await ana.socket()];
  const last = `texto ${99}`;
  const told = devices.map((socket) => heard<{ text: string }>(socket, `company-${ana.user.companyId}-draft`, ({ text }) => text === last));
  const order = Array.from({ length: 100 }, (_, i) => i).toSorted(() => Math.random() - 0.5);
  const answers = await Promise.all(order.map((i) => save(ticketId, `texto ${i}`, new Date(begun + i))));
  for (const [place, { at }] of answers.entries()) expect(Date.parse(at)).toBeGreaterThanOrEqual(begun + (order[place] ?? 0));
  await Promise.all(told);
  expect(await ana.call('GET /v1/drafts')).toMatchObject([{ ticketId, text: last }]);
  for (const socket of devices) socket.close();
});

test('ten thousand drafts are listed in part, the latest first', async () => {
  const text = randomBytes(3_000).toString('base64');
  await sql.query(
    `insert into drafts (company_id, user_id, ticket_id, kind, text, written_at)
     select $1, $2, id, 'note', left($3 || id, 4096), now() - interval '1 hour' - id * interval '1 second' from unnest($4::bigint[]) id`,
    [ana.user.companyId, ana.user.id, text, seen],
  );
  const drafts = await ana.call('GET /v1/drafts');
  expect(drafts.length).toBeGreaterThan(60);
  expect(drafts.length).toBeLessThanOrEqual(500);
  expect(drafts.reduce((sum, draft) => sum + draft.text.length, 0)).toBeLessThanOrEqual(256 * 1024);
  const latest = seen[2] ?? 0;
  await save(latest, 'novo', new Date());
  expect((await ana.call('GET /v1/drafts'))[0]).toMatchObject({ ticketId: latest, text: 'novo' });
  await save(latest, '', new Date());
  expect((await ana.call('GET /v1/drafts'))[0]).toMatchObject({ ticketId: latest, text: '' });
});
