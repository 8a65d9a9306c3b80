// When one of two processes dies, the other takes its phones over.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn, until } from './client.ts';
import type { Phone } from './fake-whatsapp/phone.ts';
import { linkPhone, untilStatus } from './linked.ts';
import { givenLinkedProcesses, type LinkedProcesses } from './linked-processes.ts';
import { givenCompany, password } from './people.ts';

let processes: LinkedProcesses;

beforeAll(async () => {
  processes = await givenLinkedProcesses();
});
afterAll(() => processes.close());

test('when one of two processes dies, the other takes its phones over; no phone is ever run twice', { timeout: 300_000 }, async () => {
  const { fake, sql, start, stored, arrived } = processes;
  const first = await start({ CLUSTER: 'true' });
  const admin = await givenCompany(first.url, 'Ótica Mirante');
  const phones = ['5511999990021', '5511999990022', '5511999990023', '5511999990024'].map((user) => fake.contact(user, `Ótica ${user}`));
  const linked: ({ phone: Phone } & Awaited<ReturnType<typeof linkPhone>>)[] = [];
  for (const phone of phones) linked.push({ phone, ...(await linkPhone(fake, admin, phone)) });
  // Whoever is there first has all of them.
  const second = await start({ CLUSTER: 'true' });
  let most = 0;
  const watch = setInterval(() => {
    for (const { account } of linked) most = Math.max(most, [...fake.connections].filter((each) => each.companion === account).length);
  }, 5);

  // Whoever runs a phone, both processes send through it.
  const customer = fake.contact('5511988887799', 'Dona Iracema');
  for (const [i, { account }] of linked.entries()) await fake.send(customer, `para a loja ${i}`, { account });
  const other = await signIn(second.url, admin.user.email, password, '10.0.1.1');
  const tickets = await until(async () => {
    const found = (await other.call('GET /tickets', { query: { status: 'pending', showAll: true } })).tickets;
    return found.length === linked.length ? found : null;
  });
  for (const { id } of tickets) {
    await other.call('PUT /tickets/:ticketId', { params: { ticketId: id }, body: { status: 'open' } });
    await other.call('POST /messages/:ticketId', { params: { ticketId: id }, body: { body: `de ${id}` } });
  }
  await until(() => tickets.every(({ id }) => arrived(customer).includes(`de ${id}`)), 20_000);

  const { rows } = await sql.query<{ n: number }>('select count(distinct owner)::int as n from web_sessions where owner is not null');
  expect(rows).toEqual([{ n: 1 }]);
  // What a process was asked for by the other as it died waits for its answer no longer than until somebody else runs the phone.
  fake.switches.swallow = true;
  for (const { id } of tickets)
    await other.call('POST /messages/:ticketId', { params: { ticketId: id }, body: { body: `por último ${id}` } });
  await until(async () => {
    const { rows } = await sql.query(
      "select 1 from message_outbox o join messages m on m.id = o.message_id where m.body like 'por último %' and o.state = 'sending'",
    );
    return rows.length === tickets.length;
  });
  await first.kill('SIGKILL');
  fake.switches.swallow = false;
  const diedAt = performance.now();
  for (const [i, { account }] of linked.entries()) await fake.send(customer, `depois ${i}`, { account });
  for (const { connectionId } of linked) await untilStatus(other, connectionId, 'CONNECTED', null, 30_000);
  await until(async () => {
    const texts = await stored(customer, false);
    return linked.every((_, i) => texts.includes(`depois ${i}`));
  }, 30_000);
  const seconds = (performance.now() - diedAt) / 1000;
  expect(seconds).toBeLessThan(30);
  for (const { id } of tickets) await other.call('POST /messages/:ticketId', { params: { ticketId: id }, body: { body: `de novo ${id}` } });
  await until(() => tickets.every(({ id }) => arrived(customer).includes(`de novo ${id}`)), 30_000);
  for (const { id } of tickets)
    expect(arrived(customer).filter((text) => text.endsWith(` ${id}`))).toEqual([`de ${id}`, `por último ${id}`, `de novo ${id}`]);
  clearInterval(watch);
  expect(most).toBe(1);
});
