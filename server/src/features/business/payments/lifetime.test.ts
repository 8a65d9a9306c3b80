// A subscription from the sign-up to the end of what was paid for, by a clock that is moved.
import { subscriptionDay } from '@balcao/contract/plan-rules';
import { addDays, addMonths } from '@balcao/contract/subscription-rules';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, heard, signIn } from '../../../../test/client.ts';
import { givenCompany, newIp, password } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { tellWhoRanOut } from '../../company/companies/actions.ts';
import { issueInvoices } from '../invoices/actions.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ pix: { provider: 'simulated' } });
});
afterAll(() => world.close());

const today = () => subscriptionDay(world.clock.now());

/** Noon in Brazil of that day, and what the product does by the clock. */
async function goTo(day: string): Promise<void> {
  world.clock.advance(Date.parse(`${day}T15:00:00Z`) - world.clock.now().getTime());
  await issueInvoices(world.app.base);
  await tellWhoRanOut(world.app.base);
}

test('trial, last day, grace, end, payment, and the same again a month later', async () => {
  await goTo('2031-01-28');
  const first = await givenCompany(world.url, 'Padaria Sol');
  const { email } = first.user;
  expect(first.user.company).toMatchObject({ dueDate: '2031-01-31', status: true });
  // Whoever signs up finds what the trial leads to, and waits for no round of ours.
  const atFirst = await first.call('GET /invoices/all');
  expect(atFirst.invoices.map(({ status, dueDate }) => [status, dueDate])).toEqual([['open', '2031-01-31']]);

  /** What the company may do on that day, by somebody who signs in and says that they know. */
  const on = async (day: string) => {
    await goTo(day);
    const refusal = await signIn(world.url, email, password, newIp()).then(
      () => null,
      ({ error }) => error,
    );
    return { refusal, admin: await enter(email) };
  };
  const may = async (admin: Client) => ({
    read: await outcome(admin.call('GET /tags', { query: {} })),
    write: await outcome(admin.call('POST /tags', { body: { name: `Pão ${today()}`, color: '#aa3300', kanban: 0 } })),
    pay: await outcome(admin.call('GET /invoices/all')),
  });
  const everything = { read: 'ok', write: 'ok', pay: 'ok' };
  const onlyReading = { read: 'ok', write: 'ERR_SUBSCRIPTION_EXPIRED', pay: 'ok' };
  const onlyPaying = { read: 'ERR_SUBSCRIPTION_EXPIRED', write: 'ERR_SUBSCRIPTION_EXPIRED', pay: 'ok' };
  const ends = async (dueDate: string) => {
    const last = await on(dueDate);
    expect([last.refusal, await may(last.admin)], dueDate).toEqual([null, everything]);
    for (const days of [1, 3]) {
      const grace = await on(addDays(dueDate, days));
      expect([grace.refusal, await may(grace.admin)], `${days} days after ${dueDate}`).toEqual(['ERR_SUBSCRIPTION_EXPIRED', onlyReading]);
    }
    const over = await on(addDays(dueDate, 4));
    expect([over.refusal, await may(over.admin)], `4 days after ${dueDate}`).toEqual(['ERR_SUBSCRIPTION_EXPIRED', onlyPaying]);
    return over.admin;
  };
  /** Pays what is owed; answers with the last day as the browsers hear it. */
  const pay = async (admin: Client) => {
    const { invoices } = await admin.call('GET /invoices/all', { query: { status: 'overdue' } });
    expect(invoices.map(({ status }) => status)).toEqual(['open']);
    const { txid } = await admin.call('POST /subscription', { body: { invoiceId: invoices[0]?.id ?? 0 } });
    const socket = await admin.socket();
    const told = heard<{ company: { dueDate: string } }>(socket, `company-${admin.user.companyId}-payment`);
    await admin.call('POST /v1/simulated-payments/:txid', { params: { txid } });
    const { company } = await told;
    socket.close();
    return company.dueDate;
  };

  const unpaid = await ends('2031-01-31');
  expect(today()).toBe('2031-02-04');
  // A month from the day of the payment, since the last day is past.
  expect(await pay(unpaid)).toBe('2031-03-04');
  const back = await on('2031-02-05');
  expect([back.refusal, await may(back.admin)]).toEqual([null, everything]);

  // Whoever pays before the last day loses none.
  const early = await on('2031-03-01');
  const { txid } = await early.admin.call('POST /subscription', { body: {} });
  await early.admin.call('POST /v1/simulated-payments/:txid', { params: { txid } });
  expect((await enter(email)).user.company.dueDate).toBe(addMonths('2031-03-04', 1));

  await ends('2031-04-04');
  const { invoices } = await (await enter(email)).call('GET /invoices/all');
  expect(invoices.map(({ status, dueDate }) => [status, dueDate])).toEqual([
    ['open', '2031-04-04'],
    ['paid', '2031-03-04'],
    ['paid', '2031-01-31'],
  ]);
});

test('an open page is told on the day after the last one, and hears of the subscription only once the grace is over', async () => {
  await goTo('2032-05-10');
  const admin = await givenCompany(world.url, 'Floricultura Lua');
  expect(admin.user.company.dueDate).toBe('2032-05-13');
  const sockets: Socket[] = [];
  for (const day of ['2032-05-14', '2032-05-17']) {
    const socket = await (await enter(admin.user.email)).socket();
    sockets.push(socket);
    const told = heard(socket, `company-${admin.user.companyId}-company`).catch(() => 'nothing');
    await goTo(day);
    expect(await told, day).not.toBe('nothing');
  }
  for (const socket of sockets) socket.close();
});

function outcome(calling: Promise<unknown>): Promise<string> {
  return calling.then(
    () => 'ok',
    ({ error }: { error: string }) => error,
  );
}

/** Signs in as somebody who knows that the subscription may have ended. */
function enter(email: string): Promise<Client> {
  return signIn(world.url, email, password, newIp(), { toPay: true });
}
