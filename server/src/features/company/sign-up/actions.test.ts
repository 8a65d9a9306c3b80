import { subscriptionDay } from '@balcao/contract/plan-rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, call, signIn } from '../../../../test/client.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { givenCompany, newIp, password } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { createPool } from '../../../platform/db/pool.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { firstStart } from './actions.ts';

let world: World;
let operator: Client;
let planId: number;
beforeAll(async () => {
  world = await createWorld();
  operator = await signIn(world.url, world.operator.email, world.operator.password);
  planId = (await operator.call('GET /plans/list'))[0]?.id ?? 0;
});
afterAll(() => world.close());

const signUp = (body: Record<string, unknown>) =>
  call(world.url, 'POST /companies/cadastro', { body: { password, planId, ...body }, headers: { 'x-forwarded-for': newIp() } });
const inDays = (days: number) => subscriptionDay(new Date(world.clock.now().getTime() + days * 86_400_000));

test('a visitor gets a trial of three days, whatever he asks for', async () => {
  const wish = {
    dueDate: '2099-01-01',
    status: 'f',
    recurrence: 'ANUAL',
    campaignsEnabled: false,
    trialExpiration: '2099-01-01',
    super: true,
  };
  const answer = await signUp({ name: 'Padaria Sol', email: 'sol@padaria.example', phone: '(11) 91234-5678', ...wish });
  const company = (await answer.json()) as Record<string, unknown>;
  expect(company).toMatchObject({
    name: 'Padaria Sol',
    phone: '11912345678',
    status: true,
    recurrence: 'MENSAL',
    planId,
    dueDate: inDays(3),
    trialExpiration: inDays(3),
  });
  expect(company.settings).toContainEqual({ key: 'campaignsEnabled', value: 'true' });
  const { user } = await signIn(world.url, 'sol@padaria.example', password, newIp());
  expect(user).toMatchObject({ name: 'Padaria Sol', profile: 'admin', super: false, companyId: company.id });
});

test('a refused sign-up leaves nothing behind', async () => {
  await expect(signUp({ name: 'Padaria Lua', email: 'SOL@padaria.example' })).rejects.toMatchObject({
    status: 400,
    error: 'ERR_EMAIL_ALREADY_EXISTS',
  });
  await expect(signUp({ name: 'padaria sol', email: 'lua@padaria.example' })).rejects.toMatchObject({
    status: 400,
    error: 'ERR_COMPANY_NAME_ALREADY_EXISTS',
  });
  await expect(signUp({ name: 'Padaria Lua', email: 'lua@padaria.example', planId: 4711 })).rejects.toMatchObject({
    status: 404,
    error: 'ERR_NO_PLAN_FOUND',
  });
  await signUp({ name: 'Padaria Lua', email: 'lua@padaria.example' });
});

test('of two sign-ups with one name at once one succeeds', async () => {
  const both = await Promise.allSettled(['um@gemeos.example', 'dois@gemeos.example'].map((email) => signUp({ name: 'Gêmeos', email })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('bad input names its fields', async () => {
  const issues = [
    expect.objectContaining({ path: 'body.name' }),
    expect.objectContaining({ path: 'body.email' }),
    expect.objectContaining({ path: 'body.password' }),
  ];
  await expect(signUp({ name: 'X', email: 'nada', password: '1234' })).rejects.toMatchObject({
    status: 400,
    error: 'ERR_VALIDATION',
    body: { issues },
  });
});

test('an operator opens a company on his terms, others open none', async () => {
  const body = {
    name: 'Oficina Norte',
    email: 'norte@oficina.example',
    password,
    planId,
    status: 't',
    dueDate: '2031-05-01T00:00:00-03:00',
    recurrence: 'ANUAL',
    campaignsEnabled: false,
  } as const;
  const company = await operator.call('POST /companies', { body });
  expect(company).toMatchObject({
    dueDate: '2031-05-01',
    recurrence: 'ANUAL',
    trialExpiration: null,
    settings: expect.arrayContaining([{ key: 'campaignsEnabled', value: 'false' }]),
  });
  const admin = await signIn(world.url, body.email, password, newIp());
  await expect(admin.call('POST /companies', { body: { ...body, name: 'Outra' } })).rejects.toMatchObject({
    status: 403,
    error: 'ERR_NO_PERMISSION',
  });
});

test('an operator who gives no password leaves it to the admin, who gets in by none that others know', async () => {
  const opened = { planId, dueDate: '2031-05-01' };
  const silent = { ...opened, name: 'Oficina Leste', email: 'leste@oficina.example' };
  const empty = { ...opened, name: 'Oficina Oeste', email: 'oeste@oficina.example', password: '' };
  for (const body of [silent, empty]) {
    expect(await operator.call('POST /companies', { body })).toMatchObject({ name: body.name, dueDate: '2031-05-01' });
    for (const tried of ['mudar123', body.email]) {
      await expect(signIn(world.url, body.email, tried, newIp())).rejects.toMatchObject({ error: 'ERR_INVALID_CREDENTIALS' });
    }
  }
  await expect(operator.call('POST /companies', { body: { ...empty, name: 'Oficina Sul', password: '1234' } })).rejects.toMatchObject({
    status: 400,
    error: 'ERR_VALIDATION',
  });
});

test('a company is seen by its own people and by operators', async () => {
  const [one, two] = [await givenCompany(world.url), await givenCompany(world.url)];
  const params = { companyId: one.user.companyId };
  const { plan, ...company } = one.user.company;
  expect(await one.call('GET /companies/:companyId', { params })).toEqual(company);
  expect(await operator.call('GET /companies/:companyId', { params })).toMatchObject({ id: params.companyId, name: one.user.company.name });
  expect(await one.call('GET /companies/listPlan/:companyId', { params })).toMatchObject({
    id: params.companyId,
    plan: { name: 'Plano 1', users: 10, connections: 10, queues: 10, value: 30, useKanban: true },
  });
  expect(plan).toMatchObject({ name: 'Plano 1', useKanban: true });
  for (const route of ['GET /companies/:companyId', 'GET /companies/listPlan/:companyId'] as const) {
    await expect(two.call(route, { params })).rejects.toMatchObject({ status: 404, error: 'ERR_NO_COMPANY_FOUND' });
  }
});

test('operators may let nobody sign up, and open companies themselves all the same', async () => {
  expect(await (await call(world.url, 'GET /v1/entrance')).json()).toEqual({ signUp: true });
  await operator.call('PUT /v1/installation', { body: { signUp: false } });
  expect(await (await call(world.url, 'GET /v1/entrance')).json()).toEqual({ signUp: false });
  await expect(signUp({ name: 'Padaria Mar', email: 'mar@padaria.example' })).rejects.toMatchObject({
    status: 403,
    error: 'ERR_SIGN_UP_CLOSED',
  });
  await operator.call('POST /companies', { body: { name: 'Padaria Mar', email: 'mar@padaria.example', password, planId } });
  expect(await operator.call('PUT /v1/installation', { body: { signUp: true } })).toEqual({ signUp: true, operatorsSecondFactor: false });
});

test('anybody may ask for the plans and the version', async () => {
  const answers = await Promise.all(
    ['GET /plans/list', 'GET /plans/all', 'GET /version'].map(async (route) => (await call(world.url, route)).json()),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[2]).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});

test('processes that start together set the installation up once', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 8, onError: () => undefined });
  const base = { ...world.app.base, db: pool.db };
  const starts = await Promise.all(Array.from({ length: 4 }, () => firstStart(base, null)));
  expect(starts.filter((start) => start !== null)).toEqual([
    { email: 'admin@balcao.local', password: expect.stringMatching(/^(\w{4}-){3}\w{4}$/) },
  ]);
  expect(await firstStart(base, { email: 'outra@balcao.example', password: 'outra-senha' })).toBeNull();
  const users = await platformTransaction(base, ({ db }) =>
    db
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .select(['users.super', 'users.profile', 'companies.name', 'due_date'])
      .execute(),
  );
  expect(users).toEqual([{ super: true, profile: 'admin', name: 'Balcão', due_date: '2099-12-31' }]);
  await pool.close();
  await database.drop();
});

test('who opened a company is in its log: a visitor by their address, an operator by name', async () => {
  const noted = ({ id }: { id: number }) =>
    platformTransaction(world.app.base, async ({ db }) => {
      const entries = db.selectFrom('audit_log').select(['verb', 'subject', 'actor_name', 'ip', 'details']);
      return entries.where('company_id', '=', id).where('verb', '=', 'company.created').execute();
    });
  const ip = newIp();
  const visitor = await call(world.url, 'POST /companies/cadastro', {
    body: { password, planId, name: 'Sorveteria Lua', email: 'lua@sorveteria.example', phone: '(11) 91234-5679' },
    headers: { 'x-forwarded-for': ip },
  });
  const opened = (await visitor.json()) as { id: number };
  expect(await noted(opened)).toMatchObject([
    { subject: String(opened.id), actor_name: null, ip, details: { name: 'Sorveteria Lua', status: true, recurrence: 'MENSAL' } },
  ]);
  expect(JSON.stringify(await noted(opened))).not.toContain(password);
  const made = await operator.call('POST /companies', {
    body: { name: 'Sorveteria Mar', email: 'mar@sorveteria.example', planId, password },
  });
  expect(await noted(made)).toMatchObject([{ actor_name: operator.user.name, ip: '127.0.0.1' }]);
});
