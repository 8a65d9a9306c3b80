// What waits in an outbox leaves, or fails by itself and keeps no other; what is held back does neither.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestCompany } from '../../../../test/company.ts';
import { givenOutbox } from '../../../../test/outbox.ts';
import { type Address, SendFailure } from '../../../gateways/whatsapp/port.ts';
import type { Outside } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { createConnection, deleteConnection, holdSending } from '../../company/connections/actions.ts';
import { changeSetting } from '../../company/settings/actions.ts';
import { deleteTicket } from '../tickets/actions/delete-ticket.ts';
import { currentTicket } from '../tickets/reads.ts';
import { receiveEvents } from './actions/in/receive.ts';
import { queueMessage } from './actions/out/queue-message.ts';
import { sendMessage } from './actions/out/send.ts';
import { failOutbox } from './actions/out/wake.ts';
import { mergePeople, splitPeople } from './actions/people/merge-people.ts';

const outbox = givenOutbox();
const { sent, sentTo, answers, failures, meanwhile, later, deliver, say, openChat, tenChats, inDb, stateOf, tryLater, sweep } = outbox;
let company: TestCompany;
let ctx: Outside;
let connectionId: number;
beforeEach(() => {
  ({ company, ctx, connectionId } = outbox);
});

test('a message that nothing leads to fails by itself, and keeps no other', async () => {
  outbox.idempotentSends = true;
  const chats = await tenChats();
  const lost = chats[0]?.contactId ?? 0;
  await inDb(sql`delete from contact_identities where contact_id = ${lost}`);
  await inDb(sql`update contacts set number = '' where id = ${lost}`);
  await deliver();
  expect(sent.sort()).toEqual(chats.slice(1).map((_, i) => `Texto ${i + 1}`));
  expect(await transaction(ctx, (ctx) => currentTicket(ctx, chats[0]?.ticketId ?? 0))).toMatchObject({ lastMessageFailed: true });
});

/** Queues a file. */
async function sayFile(ticketId: number): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), 'balcao-test-'));
  const path = join(dir, 'nota.txt');
  await writeFile(path, 'Nota fiscal');
  const file = { field: 'medias', path, filename: 'nota.txt', mime: 'text/plain', size: 11 };
  const [message] = await sendMessage(ctx, ticketId, { body: '' }, [file], null);
  await rm(dir, { recursive: true });
  return Number(message?.id);
}

test('a file that takes long to be sent is not given up meanwhile', async () => {
  const { ticketId } = await openChat();
  const id = await sayFile(ticketId);
  meanwhile.set('media', async () => {
    later(170);
    await sweep();
    expect(await stateOf(id)).toMatchObject({ state: 'sending' });
  });
  await deliver();
  expect(await stateOf(id)).toMatchObject({ state: 'sent' });
});

test('a file that the storage does not give right now leaves later', async () => {
  const { ticketId } = await openChat();
  const id = await sayFile(ticketId);
  outbox.storageAway = 1;
  await deliver();
  expect(await stateOf(id)).toMatchObject({ state: 'queued' });
  later(10);
  await deliver();
  expect(sent).toEqual(['media']);
});

test('a ticket that is deleted while its message is sent keeps no other', async () => {
  const chats = await tenChats();
  meanwhile.set('Texto 0', () => deleteTicket(ctx, chats[0]?.ticketId ?? 0));
  await deliver();
  expect(sent.sort()).toEqual(chats.map((_, i) => `Texto ${i}`));
});

test('a list shows that a message will not leave because its connection is gone', async () => {
  const { ticketId } = await openChat();
  failures.set('Um', tryLater(60));
  const id = await say(ticketId, 'Um');
  await deliver();
  await createConnection(ctx, { name: 'Outro', channel: 'simulator', isDefault: true });
  await deleteConnection(ctx, connectionId);
  await expect(say(ticketId, 'Alô?')).rejects.toMatchObject({ code: 'ERR_WAPP_NOT_INITIALIZED' });
  await transaction(ctx, (ctx) => failOutbox(ctx, connectionId));
  expect(await stateOf(id)).toMatchObject({ state: 'failed', reason: 'connection_down' });
  expect(await transaction(ctx, (ctx) => currentTicket(ctx, ticketId))).toMatchObject({ lastMessageFailed: true });
});

test("the address in the provider's answer is where the next message goes", async () => {
  const { ticketId, contactId } = await openChat();
  const [{ number } = { number: '' }] = await inDb(sql<{ number: string }>`select number from contacts where id = ${contactId}`);
  // As WhatsApp knows numbers from before the ninth digit.
  const known: Address = { kind: 'wa_pn', value: number.replace(/^(\d{4})9/, '$1') };
  answers.set('Um', { externalId: 'wamid-1', recipient: known });
  await say(ticketId, 'Um');
  await deliver();
  await say(ticketId, 'Dois');
  await deliver();
  expect(sentTo).toEqual([{ kind: 'phone', value: number }, known]);
});

test('what waits follows its conversation to the contact that stays, and back', async () => {
  const [kept, other] = [await openChat(), await openChat()];
  const waiting = await say(other.ticketId, 'Um');
  const contactOf = async () =>
    (await inDb(sql<{ id: number }>`select contact_id as id from message_outbox where message_id = ${waiting}`))[0]?.id;
  const [merge] = await transaction(ctx, (tx) => mergePeople(tx, kept.contactId, [other.contactId], null));
  expect(await contactOf()).toBe(kept.contactId);
  const { otherId } = await transaction(ctx, (tx) => splitPeople(tx, merge?.id ?? 0));
  expect(await contactOf()).toBe(otherId);
});

describe('while new chats are held back', () => {
  const held = async () =>
    (await inDb(sql<{ until: Date | null }>`select new_chats_held_until as until from connections where id = ${connectionId}`))[0]?.until ??
    null;
  const restricted = new SendFailure('refused', 'restricted', 'no more strangers');

  let groups = 0;
  /** A group in which nobody but us has written. */
  async function silentGroup(): Promise<{ ticketId: number; contactId: number }> {
    await changeSetting(ctx, 'CheckMsgIsGroup', 'disabled');
    const value = `1203630000000${10_000 + ++groups}`;
    await receiveEvents(ctx, connectionId, [
      {
        key: `m:${value}`,
        kind: 'message',
        externalId: value,
        chat: [{ kind: 'group', value }],
        participant: null,
        name: 'Condomínio Ipê',
        fromMe: true,
        sentAt: company.clock.now().toISOString(),
        content: { type: 'text', body: 'Criei o grupo' },
        quotedExternalId: null,
        forwarded: false,
        history: false,
      },
    ]);
    const [row] = await inDb(sql<{ ticketId: number; contactId: number }>`
      select t.id as "ticketId", t.contact_id as "contactId" from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
      where t.connection_id = ${connectionId} and c.is_group`);
    if (!row) throw new Error('no group');
    return row;
  }
  const queue = ({ ticketId, contactId }: { ticketId: number; contactId: number }, body: string) =>
    transaction(ctx, (ctx) =>
      queueMessage(ctx, { id: ticketId, contact_id: contactId }, connectionId, {
        body,
        media_type: 'conversation',
        client_key: `${connectionId}:${body}`,
        user_id: null,
      }),
    );

  test('a message to a group leaves, one to a stranger waits', async () => {
    await queue(await silentGroup(), 'Ao grupo');
    await queue(await openChat(), 'A um estranho');
    await transaction(ctx, (ctx) => holdSending(ctx, connectionId, { newChats: new Date(company.clock.now().getTime() + 60_000) }));
    await deliver();
    expect(sent).toEqual(['Ao grupo']);
  });

  test('a refusal in a group holds nobody back, one by a stranger does', async () => {
    failures.set('Ao grupo', restricted);
    await queue(await silentGroup(), 'Ao grupo');
    await deliver();
    expect(await held()).toBeNull();
    failures.set('A um estranho', restricted);
    await queue(await openChat(), 'A um estranho');
    await deliver();
    expect(await held()).not.toBeNull();
  });
});
