// Locks are taken in one order: chat, ticket, message. Whoever reads, corrects or ticks at the same time waits, and nobody forever.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import type { Inbound, InboundContent } from '../../../gateways/whatsapp/port.ts';
import type { Outside } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection } from '../../company/connections/actions.ts';
import { lockAdmins } from '../../company/users/store.ts';
import { createContact, deleteContact } from '../contacts/actions/change-contact.ts';
import { openTicket } from '../tickets/actions/open-ticket.ts';
import { receiveEvents } from './actions/in/receive.ts';
import { deliverOutbox } from './actions/out/deliver.ts';
import { sendMessage } from './actions/out/send.ts';
import { readThread } from './actions/thread/read-thread.ts';
import { holdRow } from './store/messages.ts';

const chats = 4;
const rounds = 250;

let company: TestCompany;
let ctx: Outside;
let ana: Outside;
let connectionId: number;
beforeAll(async () => {
  company = await createTestCompany({ features, plan: { connections: 5 } });
  ctx = { ...company.admin, actor: { kind: 'system' } };
  connectionId = (await createConnection(ctx, { name: 'Vendas', channel: 'simulator' })).id;
  const [user] = await inDb(sql<{ id: number }>`insert into users (company_id, name, email, password_hash)
    values (${ctx.companyId}, 'Ana', 'ana@loja.example', '') returning id`);
  ana = { ...company.admin, actor: { ...company.admin.actor, kind: 'user', id: user?.id ?? 0, name: 'Ana' } as Outside['actor'] };
});
afterAll(() => company.close());

const inDb = <R>(statement: ReturnType<typeof sql<R>>) =>
  platformTransaction(company.base, async ({ db }) => (await statement.execute(db)).rows);

/** Does a transaction wait for another? */
const isWaiting = async () =>
  (await inDb(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length > 0;

const chatOf = (number: string) => [{ kind: 'wa_pn' as const, value: number }];
const sentAt = () => company.clock.now().toISOString();
const common = { participant: null, fromMe: false, quotedExternalId: null, forwarded: false, history: false } as const;
const said = (number: string, externalId: string, body: string): Inbound => ({
  ...common,
  key: `m:${externalId}`,
  kind: 'message',
  externalId,
  chat: chatOf(number),
  name: 'Lia',
  sentAt: sentAt(),
  content: { type: 'text', body },
});
const corrected = (number: string, externalId: string, body: string): Inbound => {
  const content: InboundContent = { type: 'text', body };
  return {
    key: `e:${externalId}`,
    kind: 'edit',
    targetExternalId: externalId,
    chat: chatOf(number),
    participant: null,
    fromMe: false,
    sentAt: sentAt(),
    content,
  } as Inbound;
};
const ticked = (externalId: string): Inbound => ({
  key: `s:${externalId}`,
  kind: 'status',
  externalId,
  clientKey: null,
  status: 'read',
  at: sentAt(),
  reason: null,
  recipient: null,
});

test('a chat is opened a thousand times while its customer corrects what they wrote, without a deadlock', {
  timeout: 240_000,
}, async () => {
  const talk = async (chat: number) => {
    const number = `554899100000${chat}`;
    await receiveEvents(ctx, connectionId, [said(number, `first-${chat}`, 'Olá')]);
    const [ticket] = await inDb(sql<{ id: number }>`
      update tickets t set status = 'open', user_id = ${ana.actor.kind === 'user' ? ana.actor.id : 0} from contacts c
      where c.company_id = t.company_id and c.id = t.contact_id and c.number = ${number} returning t.id`);
    const ticketId = ticket?.id ?? 0;
    await sendMessage(ana, ticketId, { body: 'Bom dia' }, [], null);
    for (let round = 0; round < rounds; round++) {
      const id = `${chat}-${round}`;
      await receiveEvents(ctx, connectionId, [said(number, id, 'Quero dois')]);
      await Promise.all([
        readThread(ana, ticketId, { pageNumber: 1, peek: false }),
        receiveEvents(ctx, connectionId, [corrected(number, id, 'Quero três')]),
      ]);
    }
    return ticketId;
  };
  const tickets = await Promise.all(Array.from({ length: chats }, (_, chat) => talk(chat)));
  await deliverOutbox(ctx, connectionId);
  const ours = await inDb(sql<{ sent_as: string; ticket_id: number }>`select sent_as, ticket_id from messages where sent_as is not null`);
  expect(ours).toHaveLength(chats);
  await Promise.all(
    ours.flatMap(({ sent_as, ticket_id }) => [
      receiveEvents(ctx, connectionId, [ticked(sent_as)]),
      readThread(ana, ticket_id, { pageNumber: 1, peek: false }),
    ]),
  );
  expect(await inDb(sql`select body, count(*)::int as n from messages where from_me is false and body like 'Quero%' group by 1`)).toEqual([
    { body: 'Quero três', n: chats * rounds },
  ]);
  expect(
    await inDb(sql`select unread_messages as unread, last_message_ack as ack from tickets where id = any(${tickets}) group by 1, 2`),
  ).toEqual([{ unread: 0, ack: 0 }]);
  // A deadlock would have been noted as a fact that failed and is tried again.
  expect(await inDb(sql`select key, error from inbound_events where error is not null`)).toEqual([]);
});

test('who waits for a ticket holds none of its messages meanwhile', async () => {
  await receiveEvents(ctx, connectionId, [said('5548991000098', 'held', 'Um')]);
  const [message] = await inDb(sql<{ id: number; ticket_id: number }>`select id, ticket_id from messages where external_id = 'held'`);
  const { id = 0, ticket_id = 0 } = message ?? {};
  let second: Promise<unknown> | undefined;
  await transaction(ctx, async (first) => {
    await sql`select 1 from tickets where company_id = ${ctx.companyId} and id = ${ticket_id} for no key update`.execute(first.db);
    second = transaction(ctx, (tx) => holdRow(tx, id));
    await until(isWaiting);
    await sql`select 1 from messages where company_id = ${ctx.companyId} and id = ${id} for no key update nowait`.execute(first.db);
  });
  expect(await second).toMatchObject({ id });
});

test('who removes a contact waits for those who hold its ticket, and keeps nothing from them', async () => {
  await receiveEvents(ctx, connectionId, [said('5548991000097', 'removed', 'Um')]);
  const [ticket] = await inDb(sql<{ id: number; contact_id: number }>`
    select t.id, t.contact_id from tickets t join messages m on m.company_id = t.company_id and m.ticket_id = t.id where m.external_id = 'removed'`);
  const { id = 0, contact_id = 0 } = ticket ?? {};
  let removing: Promise<unknown> | undefined;
  await transaction(ctx, async (first) => {
    await sql`select 1 from tickets where company_id = ${ctx.companyId} and id = ${id} for no key update`.execute(first.db);
    removing = deleteContact(ana, contact_id);
    await until(isWaiting);
    await sql`set local lock_timeout = '500ms'`.execute(first.db);
    // A row that is changed twice in a transaction is checked against the rows it refers to.
    for (const unread of [1, 2])
      await sql`update tickets set unread_messages = ${unread} where company_id = ${ctx.companyId} and id = ${id}`.execute(first.db);
  });
  await removing;
  expect(await inDb(sql`select 1 from tickets where id = ${id}`)).toEqual([]);
});

test('who changes which admins there are keeps nothing from those who work', async () => {
  const userId = ana.actor.kind === 'user' ? ana.actor.id : 0;
  await inDb(sql`update users set profile = 'admin' where id = ${userId}`);
  await receiveEvents(ctx, connectionId, [said('5548991000095', 'admins', 'Um')]);
  await transaction(ctx, async (first) => {
    expect(await lockAdmins(first)).toContain(userId);
    await transaction(ctx, async (second) => {
      await sql`set local lock_timeout = '500ms'`.execute(second.db);
      await sql`update tickets set user_id = ${userId} from messages m where tickets.company_id = ${ctx.companyId}
        and m.company_id = tickets.company_id and m.ticket_id = tickets.id and m.external_id = 'admins'`.execute(second.db);
    });
  });
});

test('who starts a conversation with a contact that is being removed hears that it is gone', async () => {
  const { id } = await createContact(ana, { name: 'Lia', number: '5548991000096' });
  let starting: Promise<unknown> | undefined;
  await transaction(ctx, async (first) => {
    await sql`delete from contacts where company_id = ${ctx.companyId} and id = ${id}`.execute(first.db);
    starting = openTicket(ana, { contactId: id, whatsappId: connectionId }).catch(({ code }) => code);
    await until(isWaiting);
  });
  expect(await starting).toBe('ERR_NO_CONTACT_FOUND');
});

test('who has waited while a message moved to another ticket holds that one', async () => {
  await receiveEvents(ctx, connectionId, [said('5548991000094', 'moving', 'Um')]);
  const [message] = await inDb(sql<{ id: number; ticket_id: number }>`select id, ticket_id from messages where external_id = 'moving'`);
  const { id = 0, ticket_id = 0 } = message ?? {};
  const [later] = await inDb(sql<{ id: number }>`
    insert into tickets (company_id, number, status, contact_id, connection_id)
    select company_id, 1000000, 'closed', contact_id, connection_id from tickets where id = ${ticket_id} returning id`);
  let second: Promise<boolean> | undefined;
  await transaction(ctx, async (first) => {
    await sql`select 1 from tickets where company_id = ${ctx.companyId} and id = ${ticket_id} for no key update`.execute(first.db);
    second = transaction(ctx, async (tx) => {
      expect(await holdRow(tx, id)).toMatchObject({ id, ticket_id: later?.id });
      return isHeld(later?.id ?? 0);
    });
    await until(isWaiting);
    await sql`update messages set ticket_id = ${later?.id} where company_id = ${ctx.companyId} and id = ${id}`.execute(first.db);
  });
  expect(await second).toBe(true);
});

/** Does another transaction hold this ticket? */
async function isHeld(ticketId: number): Promise<boolean> {
  const free = await inDb(sql`select 1 from tickets where id = ${ticketId} for no key update skip locked`);
  return free.length === 0;
}

test('opening a chat writes no message', async () => {
  const number = '5548991000099';
  await receiveEvents(ctx, connectionId, [said(number, 'one', 'Um'), said(number, 'two', 'Dois')]);
  const [ticket] = await inDb(sql<{ id: number }>`
    update tickets t set status = 'open', user_id = ${ana.actor.kind === 'user' ? ana.actor.id : 0} from contacts c
    where c.company_id = t.company_id and c.id = t.contact_id and c.number = ${number} returning t.id`);
  const versions = () => inDb(sql`select id, xmin::text from messages where ticket_id = ${ticket?.id} order by id`);
  const before = await versions();
  // A peek reads nothing.
  await readThread(ana, ticket?.id ?? 0, { pageNumber: 1, peek: true });
  const page = await readThread(ana, ticket?.id ?? 0, { pageNumber: 1, peek: false });
  expect(page.messages.map(({ read }) => read)).toEqual([false, false]);
  expect((await readThread(ana, ticket?.id ?? 0, { pageNumber: 1, peek: true })).messages.map(({ read }) => read)).toEqual([true, true]);
  expect(await versions()).toEqual(before);
});
