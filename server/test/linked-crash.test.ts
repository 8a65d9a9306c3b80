// The server that runs a linked phone dies again and again while customers and agents write. In the end every message is on both sides
// once, in the order in which it was written.

import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, nullIfBusy, signIn, until } from './client.ts';
import type { Phone } from './fake-whatsapp/phone.ts';
import { linkPhone, untilStatus } from './linked.ts';
import { givenLinkedProcesses, type LinkedProcesses } from './linked-processes.ts';
import { givenCompany, password } from './people.ts';

const deaths = 20;
let processes: LinkedProcesses;

beforeAll(async () => {
  processes = await givenLinkedProcesses();
});
afterAll(() => processes.close());

async function ticketOf(client: Client, phone: Phone): Promise<number> {
  return until(async () => {
    const { tickets } = await client.call('GET /tickets', { query: { status: 'pending', showAll: true } });
    return tickets.find(({ contact }) => contact.number === phone.user)?.id;
  });
}

test(`killed ${deaths} times while messages flow both ways, none is lost, doubled or out of order`, { timeout: 900_000 }, async () => {
  const { fake, start, stored, arrived } = processes;
  let server = await start();
  const admin = await givenCompany(server.url, 'Estofaria Horizonte');
  const shop = fake.contact('5511999990000', 'Estofaria Horizonte');
  const { connectionId } = await linkPhone(fake, admin, shop);
  const customers = ['5511988887701', '5511988887702', '5511988887703'].map((user, i) => fake.contact(user, `Cliente ${i + 1}`));
  const tickets = new Map<Phone, number>();
  const said = new Map<Phone, string[]>(customers.map((phone) => [phone, []]));
  const answered = new Map<Phone, string[]>(customers.map((phone) => [phone, []]));
  for (const phone of customers) {
    await fake.send(phone, 'oi');
    said.get(phone)?.push('oi');
    const id = await ticketOf(admin, phone);
    await admin.call('PUT /tickets/:ticketId', { params: { ticketId: id }, body: { status: 'open' } });
    tickets.set(phone, id);
  }

  let client: Client | null = admin;
  let flowing = true;
  const write = async (phone: Phone) => {
    for (let n = 1; flowing; n++) {
      const text = `pergunta ${n}`;
      await fake.send(phone, text);
      said.get(phone)?.push(text);
      await pause(randomInt(200, 1_200));
    }
  };
  const answer = async (phone: Phone) => {
    for (let n = 1; flowing; n++) {
      const body = `resposta ${n}`;
      const headers = { 'idempotency-key': `${phone.user}-${n}` };
      // As the app does: again, under the same key, until it is told that it was taken.
      await until(
        () =>
          client?.call('POST /messages/:ticketId', { params: { ticketId: tickets.get(phone) ?? 0 }, body: { body }, headers }).then(
            () => true,
            () => false,
          ),
        300_000,
      );
      answered.get(phone)?.push(body);
      await pause(randomInt(200, 1_200));
    }
  };
  const flows = customers.flatMap((phone) => [write(phone), answer(phone)]);

  for (let death = 0; death < deaths; death++) {
    await pause(randomInt(50, 1_200));
    await server.kill('SIGKILL');
    client = null;
    server = await start();
    const { url } = server;
    client = await until(() => signIn(url, admin.user.email, password, `10.0.0.${death + 1}`).catch(nullIfBusy), 60_000);
    await untilStatus(client, connectionId, 'CONNECTED', null, 60_000);
  }
  flowing = false;
  await Promise.all(flows);

  for (const phone of customers) {
    // Nobody waited for the server while it was away, so there may be much to catch up with.
    await until(async () => (await stored(phone, false)).length >= (said.get(phone)?.length ?? 0), 240_000);
    await until(() => arrived(phone).length >= (answered.get(phone)?.length ?? 0), 240_000);
  }
  for (const phone of customers) {
    expect(await stored(phone, false)).toEqual(said.get(phone));
    expect(await stored(phone, true)).toEqual(answered.get(phone));
    expect(arrived(phone)).toEqual(answered.get(phone));
  }
  await server.kill();
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
