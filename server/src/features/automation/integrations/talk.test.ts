// Bots of other makers over the built-in phone, each a strict local server.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeFile } from '../../../../seed/demo-files.ts';
import { type Client, until } from '../../../../test/client.ts';
import { type FakeDialogflow, startDialogflow } from '../../../../test/fake-bots/dialogflow.ts';
import { type FakeTypebot, startTypebot } from '../../../../test/fake-bots/typebot.ts';
import { type FakeWorkflow, startWorkflow } from '../../../../test/fake-bots/workflow.ts';
import { givenQueue } from '../../../../test/given.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { givenCustomer, jobsDone } from '../../../../test/phone.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { createMedia } from '../../../gateways/files/media.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';

let world: World;
let workflow: FakeWorkflow;
let typebot: FakeTypebot;
let dialogflow: FakeDialogflow;
let admin: Client;
let ana: Client;
let sales: number;

beforeAll(async () => {
  [workflow, typebot, dialogflow] = await Promise.all([startWorkflow(), startTypebot(), startDialogflow()]);
  const allowPrivate = (origin: string) => origin === workflow.url || origin === typebot.url;
  world = await createWorld({ http: { allowPrivate }, dialogflowUrl: dialogflow.url });
  await inDb(sql`update plans set connections = 100, queues = 100`);
  admin = await givenCompany(world.url);
  sales = await givenQueue(admin, 'Vendas', { orderQueue: 1 });
  ana = await givenUser(world.url, admin, { name: 'Ana Prado', queueIds: [sales], allTicket: 'enabled' });
});
afterAll(() => Promise.all([world?.close(), workflow?.close(), typebot?.close(), dialogflow?.close()]));
beforeEach(() => {
  for (const bot of [workflow, typebot, dialogflow]) {
    bot.asked.length = 0;
    bot.next.length = 0;
  }
  workflow.answer = ({ chatInput }) => ({ json: { output: `Você disse: ${String(chatInput)}` } });
});

const inDb = <R>(statement: ReturnType<typeof sql<R>>) =>
  platformTransaction(world.app.base, async ({ db }) => (await statement.execute(db)).rows);

let count = 0;

/** A number whose customers an integration answers. */
async function given(fields: Record<string, unknown>) {
  const body = { type: 'webhook', name: `Robô ${++count}`, urlN8N: workflow.url, typebotDelayMessage: 0, ...fields } as const;
  const { id: integrationId, secret } = await admin.call('POST /queueIntegration', { body });
  workflow.secret = secret;
  const phone = await admin.call('POST /whatsapp', { body: { name: `Linha ${count}`, channel: 'simulator', integrationId } });
  const params = { integrationId };
  const log = async () => (await admin.call('GET /v1/queueIntegration/:integrationId/deliveries', { params, query: {} })).deliveries;
  return { integrationId, whatsappId: phone.id, lia: givenCustomer(admin, phone.id, 'Lia Ramos'), log };
}
const givenTypebot = (more: object = {}) => given({ type: 'typebot', urlN8N: typebot.url, typebotSlug: typebot.slug, ...more });

/** What waits for its time is due now. */
async function settle(): Promise<void> {
  await jobsDone(world);
  await inDb(sql`update integration_deliveries set next_try_at = null where next_try_at is not null`);
  await inDb(sql`update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'integrations.talk'`);
  await jobsDone(world);
}

const moves = async (ticketId: number) =>
  (await admin.call('GET /v1/tickets/:ticketId/moves', { params: { ticketId } }))
    .filter(({ kind }) => kind.startsWith('assistant'))
    .map(({ kind, reason }) => [kind, reason]);
const envelopes = () => workflow.asked.map(({ body }) => JSON.parse(body));

describe('a webhook', () => {
  test('gets what the customer writes, signed, and its answer reaches them', async () => {
    const { lia, log } = await given({});
    await lia.says('oi');
    await settle();
    expect(await lia.heard()).toEqual(['Você disse: oi']);
    const ticket = await lia.ticket();
    expect(envelopes()).toEqual([
      expect.objectContaining({
        event: 'message.received',
        company: { id: admin.user.companyId },
        ticket: expect.objectContaining({ id: ticket.id, uuid: ticket.uuid, status: 'pending' }),
        contact: expect.objectContaining({ name: 'Lia Ramos' }),
        message: expect.objectContaining({ body: 'oi' }),
        chatInput: 'oi',
      }),
    ]);
    expect(ticket).toMatchObject({ useIntegration: true, status: 'pending', unreadMessages: 1 });
    expect(await log()).toEqual([
      expect.objectContaining({ state: 'done', attempts: 1, status: 200, contactName: 'Lia Ramos', ticketId: ticket.id }),
    ]);
  });

  test('gets the address of a file, which takes its time to arrive', async () => {
    const { lia } = await given({});
    await lia.speaks((await makeFile('voice-short', createMedia())).bytes);
    await settle();
    await settle();
    const [{ message, chatInput }] = envelopes();
    expect(message).toMatchObject({ type: 'audio', mediaUrl: expect.stringMatching(/^http/) });
    expect(chatInput).toBe(message.mediaUrl);
    const { pathname, search } = new URL(chatInput);
    expect((await fetch(world.url + pathname + search)).status).toBe(200);
  });

  test('that fails is called again with the same event, and words keep their order', async () => {
    const { lia, log } = await given({});
    workflow.next.push({ status: 500, json: { message: 'Error in workflow' } }, 'cut');
    await lia.says('um');
    await jobsDone(world);
    expect(await log()).toEqual([expect.objectContaining({ state: 'waiting', reason: 'server_error', nextTryAt: expect.any(String) })]);
    await lia.says('dois');
    await settle();
    await settle();
    expect(await lia.heard()).toEqual(['Você disse: um', 'Você disse: dois']);
    const ids = envelopes().map(({ id, chatInput }) => [chatInput, id]);
    expect(ids.map(([words]) => words)).toEqual(['um', 'um', 'um', 'dois']);
    expect(new Set(ids.map(([, id]) => id)).size).toBe(2);
  });

  test('that another process calls meanwhile: what came of the first call is nothing any more', async () => {
    const { lia, log } = await given({});
    workflow.next.push('silence');
    await lia.says('oi');
    await until(async () => workflow.asked.length === 1);
    await inDb(sql`update integration_deliveries set attempts = attempts + 1 where state = 'waiting'`);
    workflow.hangUp();
    await jobsDone(world);
    expect(await lia.heard()).toEqual(['Você disse: oi']);
    expect(await log()).toEqual([expect.objectContaining({ state: 'done', attempts: 3, reason: null })]);
  });

  test('that comes back after an hour is not told what was said before: the answer would come out of the blue', async () => {
    const { lia, log } = await given({});
    workflow.next.push({ status: 500, json: {} });
    await lia.says('oi');
    await jobsDone(world);
    await inDb(sql`update integration_deliveries set created_at = now() - interval '61 minutes' where state = 'waiting'`);
    await settle();
    expect([await lia.heard(), (await log()).map(({ state, attempts }) => [state, attempts])]).toEqual([[], [['dropped', 1]]]);
  });

  test('that answers what no database stores is heard all the same', async () => {
    const { lia, log } = await given({});
    workflow.answer = () => ({ json: { output: 'Tudo\0 certo' } });
    await lia.says('oi');
    await settle();
    expect(await lia.heard()).toEqual(['Tudo certo']);
    expect(await log()).toEqual([expect.objectContaining({ state: 'done', attempts: 1 })]);
  });

  test('that stays broken is given up; people are told why, and send it again', async () => {
    const { lia, log, integrationId } = await given({});
    for (let i = 0; i < 6; i += 1) workflow.next.push({ status: 503, text: 'away' });
    await lia.says('oi');
    for (let i = 0; i < 7; i += 1) await settle();
    expect(workflow.asked).toHaveLength(6);
    const { id: ticketId } = await lia.ticket();
    expect(await moves(ticketId)).toEqual([['assistantFailed', 'provider']]);
    const [delivery] = await log();
    expect(delivery).toMatchObject({ state: 'failed', attempts: 6, status: 503, nextTryAt: null });
    const params = { integrationId, integrationDeliveryId: delivery?.id ?? 0 };
    const shown = await admin.call('GET /v1/queueIntegration/:integrationId/deliveries/:integrationDeliveryId', { params });
    expect(shown).toMatchObject({ answered: 'away', detail: 'HTTP 503', sent: expect.stringContaining('"chatInput": "oi"') });
    await admin.call('POST /v1/queueIntegration/:integrationId/deliveries/:integrationDeliveryId/again', { params });
    await settle();
    expect(await lia.heard()).toEqual(['Você disse: oi']);
    expect(new Set(envelopes().map(({ id }) => id)).size).toBe(1);
    const told = await inDb(sql`select actor_name as by, details from audit_log
      where company_id = ${admin.user.companyId} and verb = 'integration.sentAgain'`);
    expect(told).toEqual([{ by: admin.user.name, details: { delivery: delivery?.id } }]);
  });

  test.each([
    ['garbage', { text: '<html>', headers: { 'content-type': 'text/html' } }, 'answer'],
    ['ten megabytes', 'endless', 'answer'],
    ['a way into our network', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 'address'],
    ['a refusal', { status: 403, text: 'no' }, 'key'],
  ] as const)('that answers with %s is called once, and people are told', async (_, answered, reason) => {
    const { lia } = await given({});
    workflow.next.push(answered);
    await lia.says('oi');
    await settle();
    await settle();
    expect(workflow.asked).toHaveLength(1);
    expect(await lia.heard()).toEqual([]);
    expect(await moves((await lia.ticket()).id)).toEqual([['assistantFailed', reason]]);
  });

  test('hands over to a queue, and then is silent', async () => {
    const { lia } = await given({});
    workflow.answer = () => ({ json: [{ output: 'Um momento.' }, { action: 'transfer', queueId: String(sales) }] });
    await lia.says('pessoa');
    await settle();
    expect(await lia.heard()).toEqual(['Um momento.']);
    expect(await lia.ticket()).toMatchObject({ queueId: sales, useIntegration: false, status: 'pending' });
    await lia.says('alô?');
    await settle();
    expect(workflow.asked).toHaveLength(1);
  });

  test('gives the conversation to an agent, or closes it', async () => {
    const { lia, whatsappId } = await given({});
    workflow.answer = () => ({ json: { action: 'transfer', queueId: sales, userId: ana.user.id } });
    await lia.says('Ana?');
    await settle();
    expect(await lia.ticket()).toMatchObject({ queueId: sales, userId: ana.user.id, status: 'open' });
    const bia = givenCustomer(admin, whatsappId, 'Bia Melo');
    workflow.answer = () => ({ json: { output: 'Até logo.', action: 'close' } });
    await bia.says('tchau');
    await settle();
    expect((await bia.ticket()).status).toBe('closed');
  });

  test('falls silent when a person takes the conversation, also with an answer on its way', async () => {
    const { lia, log } = await given({});
    workflow.next.push('silence');
    await lia.says('oi');
    await until(async () => workflow.asked.length === 1);
    const { id: ticketId } = await lia.ticket();
    await ana.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'open', userId: ana.user.id } });
    await lia.says('ainda aí?');
    await until(async () => (await lia.ticket()).unreadMessages > 0);
    expect(workflow.asked).toHaveLength(1);
    await typebotIsFree();
    workflow.hangUp();
    await settle();
    expect(await lia.heard()).toEqual([]);
    expect((await log()).map(({ state }) => state)).toEqual(['dropped']);
  });

  /** A webhook that hangs keeps nobody else from being answered. */
  async function typebotIsFree(): Promise<void> {
    const { lia } = await givenTypebot();
    await lia.says('oi');
    await until(async () => (await lia.heard()).length > 0);
  }
});

describe('typebot', () => {
  test('talks step by step; choices are taken by number, words it does not know get our text', async () => {
    const { lia } = await givenTypebot({ typebotUnknownMessage: 'Não entendi.' });
    for (const words of ['oi', 'banana', '1', 'Lia']) {
      await lia.says(words);
      await settle();
    }
    expect(await lia.heard()).toEqual([
      '*Olá, Lia Ramos!*',
      'O que deseja?\n\n*[ 1 ]* - Comprar\n*[ 2 ]* - Pessoa',
      'Não entendi.\n\n*[ 1 ]* - Comprar\n*[ 2 ]* - Pessoa',
      'Qual o seu nome?',
      'Obrigada, Lia.',
    ]);
    expect(JSON.parse(typebot.asked.at(-2)?.body ?? '')).toEqual({ message: { type: 'text', text: 'Comprar' } });
  });

  test('stops by its command, and people go on', async () => {
    const { lia } = await givenTypebot();
    await lia.says('oi');
    await settle();
    await lia.says('pessoa');
    await settle();
    expect((await lia.heard()).at(-1)).toBe('Um momento.');
    const ticket = await lia.ticket();
    expect(ticket.useIntegration).toBe(false);
    expect(await moves(ticket.id)).toEqual([['assistantSilent', 'stopped']]);
  });

  test('begins anew by a keyword, and ends by another', async () => {
    const { lia } = await givenTypebot({
      typebotKeywordRestart: 'menu',
      typebotRestartMessage: 'Recomeçando.',
      typebotKeywordFinish: 'fim',
    });
    for (const words of ['oi', '1', 'MENU', 'oi']) {
      await lia.says(words);
      await settle();
    }
    expect((await lia.heard()).slice(-3)).toEqual(['Recomeçando.', '*Olá, Lia Ramos!*', expect.stringContaining('O que deseja?')]);
    await lia.says('Fim');
    await settle();
    expect((await lia.ticket()).status).toBe('closed');
  });

  test('pauses between texts, and begins anew after a while without words', async () => {
    const { lia, log } = await givenTypebot({ typebotDelayMessage: 60_000, typebotExpires: 5 });
    await lia.says('oi');
    await jobsDone(world);
    expect(await lia.heard()).toHaveLength(1);
    expect(await log()).toEqual([expect.objectContaining({ state: 'answering', nextTryAt: expect.any(String) })]);
    await settle();
    expect(await lia.heard()).toHaveLength(2);
    await inDb(sql`update integration_sessions set spoken_at = spoken_at - interval '6 minutes'`);
    await lia.says('1');
    await settle();
    expect(typebot.asked.filter(({ path }) => path.endsWith('/startChat'))).toHaveLength(2);
  });
});

test('dialogflow answers, and says our text where it has none', async () => {
  const account = { type: 'dialogflow', projectName: dialogflow.project, jsonContent: dialogflow.account, urlN8N: '' };
  const { lia } = await given({ ...account, typebotUnknownMessage: 'Pode explicar de outro jeito?' });
  dialogflow.answers.set('hm', { fulfillmentText: '', intent: { isFallback: true } });
  for (const words of ['oi', 'hm']) {
    await lia.says(words);
    await settle();
  }
  expect(await lia.heard()).toEqual(['Você disse: oi', 'Pode explicar de outro jeito?']);
  expect(new Set(dialogflow.asked.map(({ path }) => path)).size).toBe(1);
});

test("a queue's integration goes before the connection's", async () => {
  const { lia } = await givenTypebot();
  const { id: integrationId, secret } = await admin.call('POST /queueIntegration', {
    body: { type: 'n8n', name: 'Da fila', urlN8N: workflow.url, typebotDelayMessage: 0 },
  });
  workflow.secret = secret;
  await admin.call('PUT /queue/:queueId', { params: { queueId: sales }, body: { integrationId } });
  await lia.says('oi');
  await settle();
  const { id: ticketId } = await lia.ticket();
  await admin.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'pending', queueId: sales, userId: null } });
  await lia.says('vendas');
  await settle();
  expect((await lia.heard()).at(-1)).toBe('Você disse: vendas');
  await admin.call('PUT /queue/:queueId', { params: { queueId: sales }, body: { integrationId: null } });
});
