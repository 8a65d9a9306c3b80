// What becomes of a message that was sent: its ids at the provider, its ticks, and that it is deleted.
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestCompany } from '../../../../test/company.ts';
import { givenOutbox } from '../../../../test/outbox.ts';
import type { Inbound } from '../../../gateways/whatsapp/port.ts';
import type { Outside } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { createConnection } from '../../company/connections/actions.ts';
import { deleteTicket } from '../tickets/actions/delete-ticket.ts';
import { currentTicket } from '../tickets/reads.ts';
import { receiveEvents } from './actions/in/receive.ts';
import { deleteMessage, retryMessage } from './actions/thread/change.ts';

const outbox = givenOutbox();
const { sent, answers, later, deliver, say, openChat, inDb, stateOf } = outbox;
let company: TestCompany;
let ctx: Outside;
let connectionId: number;
beforeEach(() => {
  ({ company, ctx, connectionId } = outbox);
});

const externalIdOf = async (id: number) =>
  (await inDb(sql<{ external: string | null }>`select sent_as as external from messages where id = ${id}`))[0]?.external ?? '';

const told = (externalId: string, status: 'delivered' | 'read' | 'failed'): Inbound => ({
  key: `s:${externalId}:${status}`,
  kind: 'status',
  externalId,
  clientKey: null,
  status,
  at: company.clock.now().toISOString(),
  reason: status === 'failed' ? 'unknown' : null,
  recipient: null,
});

test("the provider's id of what was sent goes with its message, and with the attempt it named", async () => {
  const known = async () => (await inDb(sql<{ id: number }>`select message_id as id from message_external_ids`)).map(({ id }) => id);
  const { ticketId } = await openChat();
  const [one, two] = [await say(ticketId, 'Um'), await say(ticketId, 'Dois')];
  await deliver();
  expect(await known()).toEqual(expect.arrayContaining([one, two]));
  await inDb(sql`update messages set state = 'failed' where id = ${one}`);
  await retryMessage(ctx, one);
  expect(await known()).not.toContain(one);
  expect(await known()).toContain(two);
  await deleteTicket(ctx, ticketId);
  expect(await known()).not.toContain(two);
});

test('a failed message that is tried again takes the new id of the provider, and its ticks', async () => {
  const { ticketId } = await openChat();
  answers.set('Um', { externalId: 'wamid-first', recipient: null });
  const id = await say(ticketId, 'Um');
  await deliver();
  await receiveEvents(ctx, connectionId, [told('wamid-first', 'failed')]);
  expect(await stateOf(id)).toMatchObject({ state: 'failed' });
  answers.set('Um', { externalId: 'wamid-second', recipient: null });
  await retryMessage(ctx, id);
  await deliver();
  expect(sent).toEqual(['Um', 'Um']);
  expect(await externalIdOf(id)).toBe('wamid-second');
  await receiveEvents(ctx, connectionId, [told('wamid-first', 'delivered')]);
  expect(await stateOf(id)).toMatchObject({ state: 'sent' });
  await receiveEvents(ctx, connectionId, [told('wamid-second', 'delivered')]);
  expect(await stateOf(id)).toEqual({ state: 'delivered', reason: null });
});

describe('a tick', () => {
  test('is of the number that brought it, though another one knows the same id', async () => {
    const id = await say((await openChat()).ticketId, 'Um');
    await deliver();
    const other = (await createConnection(ctx, { name: 'Outro telefone', channel: 'simulator' })).id;
    await receiveEvents(ctx, other, [told(await externalIdOf(id), 'read')]);
    expect(await stateOf(id)).toMatchObject({ state: 'sent' });
    await receiveEvents(ctx, connectionId, [told(await externalIdOf(id), 'read')]);
    expect(await stateOf(id)).toMatchObject({ state: 'read' });
  });

  test('of an earlier message is not the ticket’s, which shows its last', async () => {
    const { ticketId } = await openChat();
    const first = await say(ticketId, 'Um');
    await say(ticketId, 'Dois');
    for (let run = 0; run < 2; run++) await deliver();
    const shown = async () =>
      (await inDb(sql<{ ack: number }>`select last_message_ack as ack from tickets where id = ${ticketId}`))[0]?.ack;
    expect(await shown()).toBe(1);
    await receiveEvents(ctx, connectionId, [told(await externalIdOf(first), 'read')]);
    expect(await stateOf(first)).toMatchObject({ state: 'read' });
    expect(await shown()).toBe(1);
  });
});

describe('a message is deleted', () => {
  let texts = 0;
  const arrived = async () => {
    const id = await say((await openChat()).ticketId, `Texto de ${++texts}`);
    await deliver();
    return id;
  };

  test('for the customer too, for two and a half days', async () => {
    const [early, late] = [await arrived(), await arrived()];
    later(60 * 3_600);
    const { ticketId } = await deleteMessage(ctx, early);
    expect(await transaction(ctx, (ctx) => currentTicket(ctx, ticketId))).toMatchObject({ lastMessage: '', lastMessageDeleted: true });
    later(1);
    await expect(deleteMessage(ctx, late)).rejects.toMatchObject({ code: 'ERR_FETCH_WAPP_MSG' });
  });

  test('only before it leaves where the channel cannot take it back', async () => {
    const id = await arrived();
    const waiting = await say((await openChat()).ticketId, 'Ainda aqui');
    await inDb(sql`update connections set channel = 'whatsapp_cloud' where id = ${connectionId}`);
    await expect(deleteMessage(ctx, id)).rejects.toMatchObject({ code: 'ERR_DELETE_WAPP_MSG', details: { reason: 'not_permitted' } });
    const { isDeleted, ticketId } = await deleteMessage(ctx, waiting);
    expect(isDeleted).toBe(true);
    await expect(retryMessage(ctx, waiting)).rejects.toMatchObject({ code: 'ERR_MESSAGE_NOT_FAILED' });
    expect(await transaction(ctx, (ctx) => currentTicket(ctx, ticketId))).toMatchObject({ lastMessage: '', lastMessageDeleted: true });
  });
});
