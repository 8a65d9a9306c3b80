import type { AutomationAction, AutomationCondition, AutomationEvent } from '@balcao/contract/automation-rules';
import { automationLimits, depthMax, firingsPerHour } from '@balcao/contract/automation-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { work } from '../../../../test/work.ts';
import { asSystem } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection, setConnectionStatus } from '../../company/connections/actions.ts';
import { createQueue, deleteQueue, updateQueue } from '../../company/queues/actions.ts';
import { addUser, markOnline } from '../../company/users/actions.ts';
import { receiveEvents } from '../../desk/messages/actions/in/receive.ts';
import { createTag, placeTicket } from '../../desk/tags/actions.ts';
import { moveTicket } from '../../desk/tickets/actions/move-ticket.ts';
import { undoMove } from '../../desk/tickets/actions/undo-move.ts';
import { createWebhook } from '../../open/webhooks/actions/change-webhook.ts';
import { noteConsent } from '../../outbound/consent/actions/note-consent.ts';
import { createAutomation, deleteAutomation, orderAutomations, switchAutomation, updateAutomation } from './actions/manage.ts';
import { listAutomations, listFirings, tryAutomation } from './reads.ts';
import { waitingLong } from './store/automations.ts';

let company: TestCompany;
let ctx: TestCompany['admin'];
let connectionId: number;
let sales: number;
let count = 0;

beforeAll(async () => {
  company = await createTestCompany({ features, plan: { connections: 100 } });
});
afterAll(() => company.close());
beforeEach(async () => {
  company.clock.set('2026-03-10T15:00:00Z');
  ctx = await company.another();
  await platformTransaction(company.base, ({ db }) =>
    db.updateTable('plans').set({ queues: 100, users: 100, use_external_api: true }).execute(),
  );
  company.told.length = 0;
  connectionId = (await createConnection(ctx, { name: 'Loja', channel: 'simulator' })).id;
  await transaction(ctx, (ctx) => setConnectionStatus(ctx, connectionId, { status: 'CONNECTED', statusReason: null }));
  sales = (await createQueue(ctx, { name: 'Vendas', color: '#111111' })).id;
});

const system = () => asSystem(ctx, ctx.companyId);
const later = (minutes: number) => company.clock.set(new Date(company.clock.now().getTime() + minutes * 60_000).toISOString());
const customer = () => `55119${80_000_000 + ++count}`;

async function says(number: string, body: string): Promise<number> {
  const id = `dito-${++count}`;
  const at = company.clock.now().toISOString();
  await receiveEvents(system(), connectionId, [
    {
      key: `m:${id}`,
      kind: 'message',
      externalId: id,
      chat: [{ kind: 'phone', value: number }],
      participant: null,
      name: 'Rui Lemos',
      fromMe: false,
      content: { type: 'text', body },
      quotedExternalId: null,
      forwarded: false,
      sentAt: at,
      history: false,
    },
  ]);
  const [ticket] = await inDb<{ id: number }>(sql`select id from tickets where company_id = ${ctx.companyId} order by id desc limit 1`);
  return ticket?.id ?? 0;
}

const inDb = <R>(statement: ReturnType<typeof sql>) =>
  platformTransaction(company.base, async ({ db }) => (await statement.execute(db)).rows as R[]);

type More = { conditions?: AutomationCondition[]; match?: 'all' | 'any'; minutes?: number; active?: boolean; name?: string };
const input = (event: AutomationEvent, actions: AutomationAction[], more: More = {}) =>
  ({ name: `Regra ${++count}`, active: true, event, match: 'all', conditions: [], actions, minutes: null, ...more }) as never;
const automation = async (event: AutomationEvent, actions: AutomationAction[], more: More = {}) =>
  (await createAutomation(ctx, input(event, actions, more))).id;
const happens = (early = false) => work(company, 'automations.', { early });
const log = async () => (await listFirings(ctx, {} as never)).firings;
const ticketOf = async (id: number) =>
  (
    await inDb<{ status: string; queueId: number | null; userId: number | null; tags: number[]; texts: string[]; notes: string[] }>(sql`
      select status, queue_id as "queueId", user_id as "userId",
        coalesce((select json_agg(tag_id order by tag_id) from ticket_tags tt where tt.company_id = t.company_id and tt.ticket_id = t.id), '[]') as tags,
        array(select body from messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.from_me order by id) as texts,
        array(select note from ticket_notes n where n.company_id = t.company_id and n.ticket_id = t.id order by id) as notes
      from tickets t where company_id = ${ctx.companyId} and id = ${id}`)
  )[0];

async function person(queueIds: number[]): Promise<number> {
  const email = `ana.${++count}@loja.example`;
  return transaction(ctx, (ctx) => addUser(ctx, { name: 'Ana', email, passwordHash: '', profile: 'user', queueIds, super: false }));
}

test('after the last day of the subscription none fires', async () => {
  await automation('messageReceived', [
    { do: 'moveToQueue', queueId: sales },
    { do: 'sendText', text: 'Oi!' },
  ]);
  await inDb(sql`update companies set due_date = '2020-01-01' where id = ${ctx.companyId}`);
  const late = await says(customer(), 'quanto custa?');
  await happens();
  expect(await ticketOf(late)).toMatchObject({ queueId: null, texts: [] });
  expect(await log()).toEqual([]);
  await inDb(sql`update companies set due_date = '2100-01-01' where id = ${ctx.companyId}`);
  const paid = await says(customer(), 'quanto custa?');
  await happens();
  expect(await ticketOf(paid)).toMatchObject({ queueId: sales, texts: ['Oi!'] });
});

test('does its actions in order, says in the log what became of each, and tells whom it is about', async () => {
  const tag = await createTag(system(), { name: 'Orçamento' });
  const ana = await person([sales]);
  const { id: webhookId } = await createWebhook(ctx, { name: 'ERP', url: 'https://erp.example', events: ['contact.created'] });
  const gone = await createQueue(ctx, { name: 'Antiga', color: '#222222' });
  const rule = await automation(
    'messageReceived',
    [
      { do: 'moveToQueue', queueId: sales },
      { do: 'moveToQueue', queueId: gone.id },
      { do: 'addTag', tagId: tag.id },
      { do: 'sendText', text: 'Oi, {{firstName}}!' },
      { do: 'addNote', text: 'Quer preço' },
      { do: 'assignUser', userId: ana },
      { do: 'notifyUser', userId: ana, text: 'Orçamento de {{name}}' },
      { do: 'notifyQueue', queueId: sales, text: 'Mais um' },
      { do: 'callWebhook', webhookId },
    ],
    { conditions: [{ on: 'text', op: 'word', words: ['orçamento'] }] },
  );
  await deleteQueue(ctx, gone.id);
  const other = await says(customer(), 'Bom dia');
  const id = await says(customer(), 'quero um ORCAMENTO');
  await happens();
  expect(await ticketOf(other)).toMatchObject({ queueId: null, texts: [] });
  expect(await ticketOf(id)).toMatchObject({
    ...{ status: 'open', userId: ana, queueId: sales, tags: [tag.id] },
    texts: ['Oi, Rui!'],
    notes: ['Quer preço'],
  });
  const [fired, ...rest] = await log();
  expect(rest).toEqual([]);
  expect(fired).toMatchObject({
    automationId: rule,
    event: 'messageReceived',
    depth: 0,
    outcome: 'fired',
    ticket: { id, contactName: 'Rui Lemos' },
  });
  expect(fired?.results.map(({ ok, code }) => code ?? ok)).toEqual([true, 'ERR_NO_QUEUE_FOUND', ...Array.from({ length: 7 }, () => true)]);
  const notices = company.told.filter(({ event }) => event === 'automationNotice');
  expect(notices.map(({ payload, rooms }) => [(payload as { text: string }).text, rooms])).toEqual([
    ['Orçamento de Rui Lemos', [{ to: 'user', userId: ana }]],
    ['Mais um', [{ to: 'queue', queueId: sales }]],
  ]);
  const deliveries = await inDb<{ event: string; line: string }>(
    sql`select event, line from webhook_deliveries where company_id = ${ctx.companyId} and event <> 'contact.created'`,
  );
  expect(deliveries).toEqual([{ event: 'automation.fired', line: `ticket:${id}` }]);
});

test('a notice is for nobody who may not see the ticket, and tells the people of another queue not whose it is', async () => {
  const support = (await createQueue(ctx, { name: 'Suporte', color: '#222222' })).id;
  const outsider = await person([support]);
  await automation('messageReceived', [
    { do: 'moveToQueue', queueId: sales },
    { do: 'notifyUser', userId: outsider, text: 'De {{name}}' },
    { do: 'notifyQueue', queueId: support, text: 'Mais um{{name}}' },
  ]);
  await says(customer(), 'oi');
  await happens();
  expect((await log())[0]?.results.map(({ ok, code }) => code ?? ok)).toEqual([true, 'ERR_USER_NOT_IN_QUEUE', true]);
  const notices = company.told.filter(({ event }) => event === 'automationNotice');
  expect(notices.map(({ payload }) => payload)).toMatchObject([{ text: 'Mais um', ticket: { contactName: '' } }]);
});

test.each<[string, AutomationEvent, (id: number, number: string) => Promise<unknown>]>([
  ['is created', 'ticketCreated', async () => {}],
  ['is accepted', 'ticketAccepted', (id) => moveTicket(ctx, id, { status: 'open', userId: 1_000 })],
  ['comes to a queue', 'ticketTransferred', (id) => moveTicket(system(), id, { queueId: sales })],
  ['is closed', 'ticketClosed', (id) => moveTicket(system(), id, { status: 'closed' })],
  ['gets a tag', 'tagAdded', async (id) => placeTicket(ctx, id, (await createTag(system(), { name: 'VIP' })).id)],
  [
    'is reopened',
    'ticketReopened',
    async (id) => {
      await moveTicket(system(), id, { status: 'closed' });
      await moveTicket(system(), id, { status: 'pending' });
    },
  ],
])('fires once when a ticket %s', async (_, event, happen) => {
  const number = customer();
  await automation(event, [{ do: 'addNote', text: 'visto' }]);
  if (event === 'ticketAccepted')
    await inDb(sql`insert into users (company_id, id, name, email, password_hash, profile)
    values (${ctx.companyId}, 1000, 'Ana', ${`ana.${++count}@x.example`}, '', 'admin')`);
  const id = await says(number, 'oi');
  await happen(id, number);
  await happens();
  expect((await log()).map(({ event, outcome }) => [event, outcome])).toEqual([[event, 'fired']]);
  expect((await ticketOf(id))?.notes).toEqual(['visto']);
});

test('a job that runs twice does nothing twice, and goes on where it stopped', async () => {
  await automation('ticketCreated', [
    { do: 'addNote', text: 'um' },
    { do: 'addNote', text: 'dois' },
  ]);
  const id = await says(customer(), 'oi');
  const kept = await inDb<{ payload: object }>(sql`select j.* from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'automations.fire'`);
  await happens();
  // As if the process had died after the first action, before its result was noted.
  await inDb(sql`update automation_firings set results = '[{"do":"addNote","ok":true,"code":null}]' where company_id = ${ctx.companyId}`);
  for (const job of kept) {
    const payload = (job as { payload: { companyId: number; payload: unknown } }).payload;
    await inDb(sql`insert into graphile_worker._private_jobs (task_id, payload) select id, ${JSON.stringify(payload)}::json
      from graphile_worker._private_tasks where identifier = 'automations.fire'`);
  }
  await happens();
  expect((await ticketOf(id))?.notes).toEqual(['um', 'dois', 'dois']);
  expect((await log())[0]?.results).toHaveLength(2);
});

test('automations that trigger each other stop after three, and the log says so', async () => {
  const support = (await createQueue(ctx, { name: 'Suporte', color: '#222222' })).id;
  const to = (queueId: number, from: number): [AutomationAction[], More] => [
    [{ do: 'moveToQueue', queueId }],
    { conditions: [{ on: 'queue', op: 'in', ids: [from] }] },
  ];
  await automation('ticketTransferred', ...to(sales, support));
  await automation('ticketTransferred', ...to(support, sales));
  const id = await says(customer(), 'oi');
  await moveTicket(system(), id, { queueId: sales });
  await happens();
  expect((await log()).map(({ depth, outcome }) => [depth, outcome]).reverse()).toEqual([
    [0, 'fired'],
    [1, 'fired'],
    [2, 'fired'],
    [depthMax, 'depth'],
  ]);
});

test('also where queues give the ticket to somebody in between', async () => {
  const support = (await createQueue(ctx, { name: 'Suporte', color: '#222222', assignment: 'roundRobin' })).id;
  await updateQueue(ctx, sales, { assignment: 'roundRobin' });
  await markOnline(ctx, await person([sales, support]));
  for (const [from, to] of [
    [sales, support],
    [support, sales],
  ] as const)
    await automation('ticketAccepted', [{ do: 'moveToQueue', queueId: to }], { conditions: [{ on: 'queue', op: 'in', ids: [from] }] });
  const id = await says(customer(), 'oi');
  await moveTicket(system(), id, { queueId: sales });
  for (let round = 0; round < 20; round++)
    for (const start of ['assignment.freed', 'assignment.assign', 'automations.']) await work(company, start);
  expect((await log()).map(({ depth, outcome }) => [depth, outcome]).reverse()).toEqual([
    [0, 'fired'],
    [1, 'fired'],
    [2, 'fired'],
    [depthMax, 'depth'],
  ]);
});

test('in one ticket they fire so often within an hour, are told of once more, and go on after it', async () => {
  await automation('messageReceived', [{ do: 'addNote', text: 'de novo' }]);
  const number = customer();
  let id = 0;
  for (let i = 0; i < firingsPerHour + 3; i++) id = await says(number, `mensagem ${i}`);
  await happens();
  expect((await ticketOf(id))?.notes).toHaveLength(firingsPerHour);
  const outcomes = (await inDb<{ outcome: string }>(sql`select outcome from automation_firings where company_id = ${ctx.companyId}`)).map(
    ({ outcome }) => outcome,
  );
  expect(outcomes.filter((each) => each === 'limit')).toHaveLength(1);
  later(61);
  await says(number, 'olá?');
  await happens();
  expect((await ticketOf(id))?.notes).toHaveLength(firingsPerHour + 1);
});

describe('sends as people may', () => {
  const refused = async () => (await log())[0]?.results[0];

  test('not while the window is shut', async () => {
    await automation('ticketClosed', [{ do: 'sendText', text: 'Até logo' }]);
    const id = await says(customer(), 'oi');
    await inDb(sql`update connections set channel = 'whatsapp_cloud' where company_id = ${ctx.companyId}`);
    later(25 * 60);
    await moveTicket(system(), id, { status: 'closed' });
    await happens();
    expect(await refused()).toEqual({ do: 'sendText', ok: false, code: 'ERR_WINDOW_CLOSED' });
  });

  test('not to who does not want it', async () => {
    await automation('ticketClosed', [{ do: 'sendText', text: 'Até logo' }]);
    const id = await says(customer(), 'oi');
    const [contact] = await inDb<{ contact_id: number }>(
      sql`select contact_id from tickets where company_id = ${ctx.companyId} and id = ${id}`,
    );
    await noteConsent(system(), contact?.contact_id ?? 0, { state: 'out', words: 'Pediu' });
    await moveTicket(system(), id, { status: 'closed' });
    await happens();
    expect(await refused()).toEqual({ do: 'sendText', ok: false, code: 'ERR_CONTACT_OPTED_OUT' });
  });
});

test('what a person closes and takes back makes nothing fire', async () => {
  await automation('ticketClosed', [{ do: 'addNote', text: 'fechada' }]);
  await automation('ticketReopened', [{ do: 'addNote', text: 'reaberta' }]);
  const [undone, stays] = [await says(customer(), 'oi'), await says(customer(), 'oi')];
  for (const id of [undone, stays]) await moveTicket(ctx, id, { status: 'closed' });
  await undoMove(ctx, undone);
  expect(await happens()).toBe(0);
  await happens(true);
  expect((await log()).map(({ event, ticket }) => [event, ticket.id])).toEqual([['ticketClosed', stays]]);
});

test('they are changed, switched, put in order and removed; those that are off fire no more', async () => {
  const first = await automation('ticketCreated', [{ do: 'addNote', text: 'um' }]);
  const second = await automation('ticketCreated', [{ do: 'addNote', text: 'dois' }]);
  await orderAutomations(ctx, [second]);
  expect((await listAutomations(ctx)).map(({ id }) => id)).toEqual([second, first]);
  await updateAutomation(ctx, first, input('ticketCreated', [{ do: 'addNote', text: 'três' }], { name: 'Outra' }));
  const id = await says(customer(), 'oi');
  await happens();
  expect((await ticketOf(id))?.notes).toEqual(['dois', 'três']);
  await switchAutomation(ctx, second, false);
  const other = await says(customer(), 'oi');
  await happens();
  expect((await ticketOf(other))?.notes).toEqual(['três']);
  await deleteAutomation(ctx, first);
  await says(customer(), 'oi');
  expect(await happens()).toBe(0);
  expect((await listAutomations(ctx)).map(({ id, active }) => [id, active])).toEqual([[second, false]]);
  await expect(automation('ticketCreated', [{ do: 'moveToQueue', queueId: 999_999 }])).rejects.toMatchObject({
    code: 'ERR_NO_QUEUE_FOUND',
  });
});

test('conditions see the tags of the ticket, and for a tag that was added only that one', async () => {
  const [vip, other] = [(await createTag(system(), { name: 'VIP' })).id, (await createTag(system(), { name: 'Outra' })).id];
  const hasVip: More = { conditions: [{ on: 'tag', op: 'in', ids: [vip] }] };
  await automation('tagAdded', [{ do: 'addNote', text: 'entrou' }], hasVip);
  await automation('ticketClosed', [{ do: 'removeTag', tagId: vip }], hasVip);
  const id = await says(customer(), 'oi');
  for (const tag of [vip, other]) await placeTicket(ctx, id, tag);
  await happens();
  expect(await ticketOf(id)).toMatchObject({ notes: ['entrou'], tags: [vip, other] });
  await moveTicket(system(), id, { status: 'closed' });
  await happens();
  expect((await ticketOf(id))?.tags).toEqual([other]);
});

test('a company has so many, also where several are added at once', async () => {
  const added = await Promise.allSettled(
    Array.from({ length: automationLimits.count + 2 }, () => automation('ticketClosed', [{ do: 'addNote', text: 'oi' }])),
  );
  const refusals = added.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
  expect(refusals).toEqual(['ERR_AUTOMATIONS_LIMIT', 'ERR_AUTOMATIONS_LIMIT']);
});

test('nothing of another company can be named', async () => {
  const theirs = {
    tag: (await createTag(system(), { name: 'Deles' })).id,
    user: await person([sales]),
    queue: sales,
    connection: connectionId,
  };
  const { id: webhook } = await createWebhook(ctx, { name: 'ERP', url: 'https://erp.example', events: ['contact.created'] });
  ctx = await company.another();
  const named: [AutomationAction | AutomationCondition, string][] = [
    [{ do: 'assignUser', userId: theirs.user }, 'ERR_NO_USER_FOUND'],
    [{ do: 'notifyUser', userId: theirs.user, text: 'oi' }, 'ERR_NO_USER_FOUND'],
    [{ do: 'moveToQueue', queueId: theirs.queue }, 'ERR_NO_QUEUE_FOUND'],
    [{ do: 'notifyQueue', queueId: theirs.queue, text: 'oi' }, 'ERR_NO_QUEUE_FOUND'],
    [{ do: 'addTag', tagId: theirs.tag }, 'ERR_NO_TAG_FOUND'],
    [{ do: 'removeTag', tagId: theirs.tag }, 'ERR_NO_TAG_FOUND'],
    [{ do: 'callWebhook', webhookId: webhook }, 'ERR_NO_WEBHOOK_FOUND'],
    [{ on: 'queue', op: 'in', ids: [theirs.queue] }, 'ERR_NO_QUEUE_FOUND'],
    [{ on: 'tag', op: 'notIn', ids: [theirs.tag] }, 'ERR_NO_TAG_FOUND'],
    [{ on: 'user', op: 'in', ids: [theirs.user] }, 'ERR_NO_USER_FOUND'],
    [{ on: 'connection', op: 'in', ids: [theirs.connection] }, 'ERR_NO_WAPP_FOUND'],
  ];
  for (const [each, code] of named) {
    const draft = input('ticketClosed', 'do' in each ? [each] : [{ do: 'close' }], 'on' in each ? { conditions: [each] } : {});
    await expect(createAutomation(ctx, draft)).rejects.toMatchObject({ code });
    await expect(tryAutomation(ctx, draft)).rejects.toMatchObject({ code });
  }
});

test('a dry run says of the latest tickets what would become of each, and changes nothing', async () => {
  const ana = await person([]);
  const [waiting, closed] = [await says(customer(), 'preciso de boleto'), await says(customer(), 'boleto, por favor')];
  await says(customer(), 'bom dia');
  await moveTicket(system(), closed, { status: 'closed' });
  await moveTicket(system(), waiting, { queueId: sales });
  const draft = input(
    'messageReceived',
    [
      { do: 'moveToQueue', queueId: sales },
      { do: 'assignUser', userId: ana },
      { do: 'sendText', text: 'Segue o boleto' },
    ],
    { conditions: [{ on: 'text', op: 'contains', words: ['boleto'] }] },
  );
  const statements = await company.statements(() => tryAutomation(ctx, draft));
  expect(statements.filter((text) => /\b(insert|update|delete)\b/i.test(text))).toEqual([]);
  const tried = await tryAutomation(ctx, draft);
  expect(tried.map(({ ticket, matches, failing, results }) => [ticket.id, matches, failing, results.map(({ code }) => code)])).toEqual([
    [expect.any(Number), false, [0], []],
    [closed, true, [], ['ERR_TICKET_CLOSED', 'ERR_TICKET_CLOSED', null]],
    [waiting, true, [], [null, 'ERR_USER_NOT_IN_QUEUE', null]],
  ]);
  expect(await log()).toEqual([]);
  // A webhook that is switched off would not be called.
  const { id: webhookId } = await createWebhook(ctx, {
    name: 'ERP',
    url: 'https://erp.example',
    events: ['contact.created'],
    active: false,
  });
  const [latest] = await tryAutomation(ctx, input('ticketClosed', [{ do: 'callWebhook', webhookId }]));
  expect(latest?.results).toEqual([{ do: 'callWebhook', ok: false, code: 'ERR_NO_WEBHOOK_FOUND' }]);
});

test('a message in a company without automations and assigning queues costs nothing more', async () => {
  const number = customer();
  await says(number, 'oi');
  const statements = await company.statements(() => says(number, 'oi?'));
  expect(statements.filter((text) => /automation|queue_turns|assignment/.test(text))).toEqual([]);
});

test('companies take turns: those in which many wait keep no other one waiting', async () => {
  const inCompany = async (customers: number) => {
    await automation('waitingLong', [{ do: 'addNote', text: 'demora' }], { minutes: 10 });
    for (let n = 0; n < customers; n++) await says(customer(), 'oi');
    return ctx.companyId;
  };
  const many = await inCompany(3);
  ctx = await company.another();
  connectionId = (await createConnection(ctx, { name: 'Loja', channel: 'simulator' })).id;
  const few = await inCompany(1);
  later(11);
  const due = await platformTransaction(company.base, (tx) => waitingLong(tx, company.clock.now(), 2));
  expect(due.map(({ company_id }) => company_id).sort()).toEqual([many, few].sort());
});
