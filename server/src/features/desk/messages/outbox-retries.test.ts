// A send that failed, that nobody answered or whose process died: what is tried again, when, and what is believed of it.
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestCompany } from '../../../../test/company.ts';
import { givenOutbox } from '../../../../test/outbox.ts';
import { passesSoonMs, SendFailure } from '../../../gateways/whatsapp/port.ts';
import type { Outside } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { receiveEvents } from './actions/in/receive.ts';
import { claimOutbox, requeueSending } from './store/outbox.ts';

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
  nobodyKnows,
  sweep,
} = outbox;
let company: TestCompany;
let ctx: Outside;
let connectionId: number;
beforeEach(() => {
  ({ company, ctx, connectionId } = outbox);
});

test('a status that comes as its message is given up is believed', async () => {
  const { ticketId } = await openChat();
  failures.set('Um', nobodyKnows);
  const id = await say(ticketId, 'Um');
  await deliver();
  later(100);
  let run: Promise<void> | null = null;
  await transaction(ctx, async ({ db }) => {
    await sql`with gone as (delete from message_outbox where message_id = ${id})
      update messages set state = 'delivered', ack = 2, fail_reason = null where id = ${id}`.execute(db);
    run = deliver();
    await endedOrWaiting(run);
  });
  await run;
  expect(await stateOf(id)).toEqual({ state: 'delivered', reason: null });
});

test('an answer that comes after its message was given up is believed', async () => {
  const id = await say((await openChat()).ticketId, 'Um');
  meanwhile.set('Um', async () => {
    later(100);
    await sweep();
    expect(await stateOf(id)).toEqual({ state: 'failed', reason: 'unconfirmed' });
  });
  await deliver();
  expect(await stateOf(id)).toEqual({ state: 'sent', reason: null });
});

describe('a send whose process died', () => {
  /** As a process leaves it that dies between taking it and hearing of it. */
  const interrupt = (id: number) =>
    inDb(
      sql`update message_outbox set state = 'sending', attempts = 1, lease_until = ${new Date(company.clock.now().getTime() + 90_000)} where message_id = ${id}`,
    );

  test('holds up its chat for 15 s, in which a status may still settle it', async () => {
    const { ticketId } = await openChat();
    const first = await say(ticketId, 'Um');
    await interrupt(first);
    await say(ticketId, 'Dois');
    await forgetJobs();
    await deliver();
    expect(sent).toEqual([]);
    expect(await lookedAtIn()).toBeGreaterThan(5);
    expect(await lookedAtIn()).toBeLessThan(16);
    later(14);
    await deliver();
    expect(await stateOf(first)).toMatchObject({ state: 'sending' });
    later(1);
    await deliver();
    expect(await stateOf(first)).toEqual({ state: 'failed', reason: 'unconfirmed' });
    expect(sent).toEqual(['Dois']);
  });

  test('is sent again at once where the channel knows our key', async () => {
    outbox.idempotentSends = true;
    const { ticketId } = await openChat();
    await interrupt(await say(ticketId, 'Um'));
    await deliver();
    expect(sent).toEqual(['Um']);
  });
});

test('a send that nobody answered keeps its time, whatever else leaves meanwhile', async () => {
  const [silent, other] = [await openChat(), await openChat()];
  failures.set('Um', nobodyKnows);
  const first = await say(silent.ticketId, 'Um');
  await forgetJobs();
  await deliver();
  expect(await lookedAtIn()).toBeGreaterThan(80);
  later(40);
  await say(other.ticketId, 'Outra');
  await deliver();
  later(40);
  await deliver();
  expect(await stateOf(first)).toMatchObject({ state: 'sending' });
  await receiveEvents(ctx, connectionId, [delivered(await keyOf(first))]);
  expect(await stateOf(first)).toEqual({ state: 'delivered', reason: null });
});

test('after a refusal that passes, a message is tried again after 2 s, then after longer pauses', async () => {
  const { ticketId } = await openChat();
  failures.set('Um', new SendFailure('retry', 'network', 'HTTP 503', passesSoonMs));
  await say(ticketId, 'Um');
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await deliver();
    const [row] = await inDb(
      sql<{
        at: Date;
      }>`select o.next_attempt_at as at from message_outbox o join messages m on m.id = o.message_id where m.ticket_id = ${ticketId}`,
    );
    pauses.push(((row?.at.getTime() ?? 0) - company.clock.now().getTime()) / 1000);
    later(pauses.at(-1) ?? 0);
  }
  expect(pauses[0]).toBe(2);
  for (const [i, between] of [[1, [3, 5]] as const, [2, [6, 10]] as const, [3, [12, 20]] as const]) {
    expect(pauses[i]).toBeGreaterThanOrEqual(between[0]);
    expect(pauses[i]).toBeLessThanOrEqual(between[1]);
  }
  failures.clear();
  await deliver();
  expect(sent).toEqual(['Um']);
});

test('a run that the database left takes back what it has claimed, and nothing of a run before it', async () => {
  const [first, second] = [await openChat(), await openChat()];
  const claim = async (ticketId: number, body: string, seconds: number) => {
    const id = await say(ticketId, body);
    const now = company.clock.now();
    const until = (more: number) => new Date(now.getTime() + (seconds + more) * 1000);
    const lease = { text: until(0), file: until(60) };
    await transaction(ctx, (tx) => claimOutbox(tx, connectionId, 8, now, lease));
    return { id, lease };
  };
  const earlier = await claim(first.ticketId, 'Um', 30);
  const now = await claim(second.ticketId, 'Dois', 40);
  await transaction(ctx, (tx) => requeueSending(tx, connectionId, company.clock.now(), now.lease));
  expect([await stateOf(earlier.id), await stateOf(now.id)]).toMatchObject([{ state: 'sending' }, { state: 'queued' }]);
});
