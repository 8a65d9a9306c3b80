import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { heard } from '../../../../test/client.ts';
import { type FakeDialogflow, startDialogflow } from '../../../../test/fake-bots/dialogflow.ts';
import { type FakeTypebot, startTypebot } from '../../../../test/fake-bots/typebot.ts';
import { type FakeWorkflow, startWorkflow } from '../../../../test/fake-bots/workflow.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';

let world: World;
let admin: Client;
let dialogflow: FakeDialogflow;
let typebot: FakeTypebot;
let workflow: FakeWorkflow;

beforeAll(async () => {
  [dialogflow, typebot, workflow] = await Promise.all([startDialogflow(), startTypebot(), startWorkflow()]);
  const allowPrivate = (origin: string) => origin === typebot.url || origin === workflow.url;
  world = await createWorld({ roles: ['web'], dialogflowUrl: dialogflow.url, http: { allowPrivate } });
});
afterAll(() => Promise.all([world?.close(), dialogflow?.close(), typebot?.close(), workflow?.close()]));
beforeEach(async () => {
  admin = await givenCompany(world.url);
  workflow.asked.length = 0;
});

const add = (body: Record<string, unknown>) =>
  admin.call('POST /queueIntegration', { body: { type: 'webhook', name: 'Robô', urlN8N: workflow.url, ...body } });

test('a webhook has its secret shown once, and no secret is shown again', async () => {
  const { secret, ...made } = await add({});
  expect(secret).toMatch(/^[\w-]{40,}$/);
  expect(made).toMatchObject({
    projectName: 'Robô',
    language: 'pt-BR',
    typebotExpires: 1,
    typebotDelayMessage: 1000,
    hasJsonContent: false,
  });
  const params = { integrationId: made.id };
  expect(await admin.call('GET /queueIntegration/:integrationId', { params })).toEqual(made);
  const fresh = await admin.call('POST /v1/queueIntegration/:integrationId/secret', { params });
  expect(fresh.secret).not.toBe(secret);
});

test('a service account is kept when the form sends none, and never shown', async () => {
  const account = { type: 'dialogflow', projectName: dialogflow.project, jsonContent: dialogflow.account, urlN8N: '' };
  const made = await add(account);
  expect(made).toMatchObject({ jsonContent: '', hasJsonContent: true, projectName: dialogflow.project, secret: null });
  const params = { integrationId: made.id };
  const saved = await admin.call('PUT /queueIntegration/:integrationId', {
    params,
    body: { name: 'Outro', jsonContent: '', language: 'es' },
  });
  expect(saved).toMatchObject({ name: 'Outro', hasJsonContent: true, language: 'es', projectName: dialogflow.project });
  const body = { integrationId: made.id };
  expect((await admin.call('POST /queueIntegration/testSession', { body })).texts).toEqual(['Você disse: oi']);
});

test.each([
  [{ type: 'dialogflow', projectName: '', jsonContent: '{}' }, 'body.jsonContent'],
  [{ type: 'dialogflow', projectName: 'loja-1' }, 'body.jsonContent'],
  [{ type: 'typebot' }, 'body.typebotSlug'],
  [{ urlN8N: 'javascript:alert(1)' }, 'body.urlN8N'],
  [{ urlN8N: '' }, 'body.urlN8N'],
  [{ name: 'R' }, 'body.name'],
])('%o is refused at %s', async (body, path) => {
  await expect(add(body)).rejects.toMatchObject({ status: 400, body: { issues: [expect.objectContaining({ path })] } });
});

test('a name is taken once in a company, however it is spelled', async () => {
  await add({ name: 'Vendas' });
  await expect(add({ name: 'VENDAS' })).rejects.toMatchObject({ error: 'ERR_INTEGRATION_NAME_ALREADY_EXISTS' });
  const other = await givenCompany(world.url);
  await other.call('POST /queueIntegration', { body: { type: 'webhook', name: 'Vendas', urlN8N: 'https://a.example' } });
});

test('queues and connections go on without an integration that was removed, and everybody hears of it', async () => {
  const { id: integrationId } = await add({});
  const queue = await admin.call('POST /queue', { body: { name: 'Vendas', color: '#123456', integrationId } });
  const phone = await admin.call('POST /whatsapp', { body: { name: `Loja ${integrationId}`, channel: 'simulator', integrationId } });
  const socket = await admin.socket();
  const channel = (name: string) => `company-${admin.user.companyId}-${name}`;
  const gone = heard<{ action: string }>(socket, channel('queueIntegration'), ({ action }) => action === 'delete');
  const changed = heard<{ queue: { integrationId: number | null } }>(socket, channel('queue'), () => true);
  await admin.call('DELETE /queueIntegration/:integrationId', { params: { integrationId } });
  expect(await gone).toEqual({ action: 'delete', integrationId });
  expect((await changed).queue.integrationId).toBeNull();
  expect((await admin.call('GET /queue/:queueId', { params: { queueId: queue.id } })).integrationId).toBeNull();
  expect((await admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId: phone.id } })).integrationId).toBeNull();
});

test('one person cannot have addresses called without end', async () => {
  const rui = await givenUser(world.url, admin, { name: 'Rui Peixoto', profile: 'admin' });
  const test = () =>
    rui
      .call('POST /queueIntegration/testSession', { body: { type: 'n8n', urlN8N: 'http://127.0.0.1:9/webhook' } })
      .catch(({ error }) => error);
  const answers = [];
  for (let count = 0; count < 21; count++) answers.push(await test());
  expect(answers.slice(0, 20).every((error) => error === 'ERR_INTEGRATION_TEST')).toBe(true);
  expect(answers.at(-1)).toBe('ERR_TOO_MANY_REQUESTS');
});

test('a test says what was answered, or why nothing was', async () => {
  const test = (body: Record<string, unknown>) => admin.call('POST /queueIntegration/testSession', { body });
  const account = { projectName: dialogflow.project, jsonContent: dialogflow.account, language: 'pt-BR' };
  expect((await test(account)).texts).toEqual(['Você disse: oi']);
  await expect(test({ ...account, projectName: 'outro' })).rejects.toMatchObject({
    status: 400,
    error: 'ERR_INTEGRATION_TEST',
    body: { details: { reason: 'credentials', detail: expect.stringContaining('denied') } },
  });
  const flow = await test({ type: 'typebot', urlN8N: typebot.url, typebotSlug: typebot.slug });
  expect(flow.texts).toEqual(['*Olá, Teste!*', 'O que deseja?', 'Comprar', 'Pessoa']);
  await expect(test({ type: 'n8n', urlN8N: 'http://127.0.0.1:9/webhook' })).rejects.toMatchObject({
    body: { details: { reason: 'private_address' } },
  });
  const { id: integrationId, secret } = await add({});
  workflow.secret = secret;
  expect((await test({ integrationId })).texts).toEqual(['Você disse: oi']);
  expect(JSON.parse(workflow.asked[0]?.body ?? '')).toMatchObject({ event: 'test', company: { id: admin.user.companyId } });
});
