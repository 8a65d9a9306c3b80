// What waits in an outbox is looked at when its turn comes, whatever happens at the same instant.
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestCompany } from '../../../../test/company.ts';
import { givenOutbox } from '../../../../test/outbox.ts';
import type { Inbound } from '../../../gateways/whatsapp/port.ts';
import type { Outside } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { receiveEvents } from './actions/in/receive.ts';
import { deliverSoon } from './actions/out/deliver.ts';
import { queueMessage } from './actions/out/queue-message.ts';
import { settleUnderWay } from './actions/out/wake.ts';
import { deleteMessage } from './actions/thread/change.ts';
import { overdueOutboxes } from './store/outbox.ts';

const outbox = givenOutbox();
const {
  sent,
  failures,
  meanwhile,
  later,
  deliver,
  say,
  openChat,
  inDb,
  endedOrWaiting,
  lookedAtIn,
  forgetJobs,
  stateOf,
  delivered,
  keyOf,
  tryLater,
  nobodyKnows,
} = outbox;
let company: TestCompany;
let ctx: Outside;
let connectionId: number;
beforeEach(() => {
  ({ company, ctx, connectionId } = outbox);
});

const saidBy = (number: string): Inbound => ({
  key: `m:${number}`,
  kind: 'message',
  externalId: `wamid-${number}`,
  chat: [{ kind: 'wa_pn', value: number }],
  participant: null,
  name: 'Cliente',
  fromMe: false,
  sentAt: company.clock.now().toISOString(),
  content: { type: 'text', body: 'Bom dia' },
  quotedExternalId: null,
  forwarded: false,
  history: false,
});

describe('somebody looks at what is due', () => {
  test('when it was stored while the last that waited was sent', async () => {
    const [first, second] = [await openChat(), await openChat()];
    await say(first.ticketId, 'Um');
    await forgetJobs();
    meanwhile.set('Um', () => say(second.ticketId, 'Dois'));
    await deliver();
    expect(sent).toEqual(['Um']);
    expect(await lookedAtIn()).toBeLessThanOrEqual(0);
    await deliver();
    expect(sent).toEqual(['Um', 'Dois']);
  });

  test.each([
    ['before', deliver],
    ['together with', async () => undefined],
  ])('when another chat was put off %s what is sent', async (_, before) => {
    const [first, second] = [await openChat(), await openChat()];
    failures.set('Um', tryLater(60));
    await say(first.ticketId, 'Um');
    await before();
    await say(second.ticketId, 'Dois');
    await forgetJobs();
    await deliver();
    expect(sent).toEqual(['Dois']);
    expect(await lookedAtIn()).toBeGreaterThan(30);
  });

  test('when it was stored just as another message was put off', async () => {
    const [first, second] = [await openChat(), await openChat()];
    failures.set('Um', tryLater(60));
    await say(first.ticketId, 'Um');
    await deliver();
    await forgetJobs();
    let run: Promise<void> | null = null;
    await transaction(ctx, async (inside) => {
      await queueMessage(inside, { id: second.ticketId, contact_id: second.contactId }, connectionId, {
        body: 'Dois',
        media_type: 'conversation',
        client_key: 'dois',
        user_id: null,
      });
      await deliverSoon(inside, connectionId);
      run = deliver();
      await endedOrWaiting(run);
    });
    await run;
    expect(await lookedAtIn()).toBeLessThan(1);
  });

  test('when a status settles the message before it', async () => {
    const { ticketId } = await openChat();
    failures.set('Um', nobodyKnows);
    const first = await say(ticketId, 'Um');
    await say(ticketId, 'Dois');
    await deliver();
    expect(sent).toEqual([]);
    await forgetJobs();
    await receiveEvents(ctx, connectionId, [delivered(await keyOf(first))]);
    expect(await stateOf(first)).toMatchObject({ state: 'delivered' });
    expect(await lookedAtIn()).toBeLessThan(1);
    await deliver();
    expect(sent).toEqual(['Dois']);
  });

  test('when the message before it is taken back', async () => {
    const { ticketId } = await openChat();
    failures.set('Um', tryLater(60));
    const first = await say(ticketId, 'Um');
    await say(ticketId, 'Dois');
    await forgetJobs();
    await deliver();
    expect(await lookedAtIn()).toBeGreaterThan(30);
    await deleteMessage(ctx, first);
    expect(await lookedAtIn()).toBeLessThan(1);
  });

  test('when what was under way is given up for another channel', async () => {
    const { ticketId } = await openChat();
    failures.set('Um', nobodyKnows);
    const first = await say(ticketId, 'Um');
    await say(ticketId, 'Dois');
    await deliver();
    await forgetJobs();
    await transaction(ctx, (ctx) => settleUnderWay(ctx, connectionId));
    expect(await stateOf(first)).toMatchObject({ state: 'failed', reason: 'unconfirmed' });
    expect(await lookedAtIn()).toBeLessThan(1);
  });
});

test('of a company that is switched off, what waits is looked at again, and where nothing waits nobody looks', async () => {
  const { ticketId } = await openChat();
  await say(ticketId, 'Um');
  await inDb(sql`update companies set status = false where id = ${ctx.companyId}`);
  await forgetJobs();
  await deliver();
  expect(sent).toEqual([]);
  expect(await lookedAtIn()).toBeGreaterThan(200);
  await inDb(sql`update companies set deleted_at = now() where id = ${ctx.companyId}`);
  await inDb(sql`delete from tickets where company_id = ${ctx.companyId}`);
  await forgetJobs();
  await deliver();
  expect(await lookedAtIn()).toBeNull();
});

test('an outbox in which everything waits for its time is not looked at each minute', async () => {
  const { ticketId } = await openChat();
  failures.set('Um', tryLater(120));
  await say(ticketId, 'Um');
  await deliver();
  const isOverdue = async () => {
    const found = await platformTransaction(company.base, (tx) => overdueOutboxes(tx, company.clock.now(), 1000));
    return found.some(({ connection_id }) => connection_id === connectionId);
  };
  later(60);
  expect(await isOverdue()).toBe(false);
  later(61);
  expect(await isOverdue()).toBe(true);
});

test('a customer who writes makes due what was held back for them, not what waits for another reason', async () => {
  const { ticketId } = await openChat();
  failures.set('Um', tryLater(60));
  const id = await say(ticketId, 'Um');
  await deliver();
  const waitsUntil = async () =>
    (await inDb(sql<{ at: Date | null }>`select next_attempt_at as at from message_outbox where message_id = ${id}`))[0]?.at;
  const before = await waitsUntil();
  expect(before?.getTime()).toBe(company.clock.now().getTime() + 60_000);
  const [contact] = await inDb(sql<{ number: string }>`
    select c.number from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id where t.id = ${ticketId}`);
  await receiveEvents(ctx, connectionId, [saidBy(contact?.number ?? '')]);
  expect(await waitsUntil()).toEqual(before);
});
