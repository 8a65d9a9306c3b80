import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, call, heard, signIn, until } from '../../../../test/client.ts';
import { givenPhone, ticketsOf } from '../../../../test/given.ts';
import { givenCompany, givenUser, newIp, password } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { hashPassword } from '../../../platform/passwords.ts';
import { addOperator } from '../users/actions.ts';

let world: World;
let operator: Client;
beforeAll(async () => {
  world = await createWorld();
  operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
});
afterAll(() => world.close());

let count = 0;
const company = (more: object = {}) =>
  operator.call('POST /companies', {
    body: {
      name: `Cliente ${++count}`,
      email: `dona.${++count}@cliente.example`,
      password,
      planId: operator.user.company.planId ?? 0,
      ...more,
    },
  });
const rows = <R>(statement: ReturnType<typeof sql<R>>) =>
  platformTransaction(world.app.base, async ({ db }) => (await statement.execute(db)).rows);

test('an operator sets every field of a company, and the company hears of it at once', async () => {
  const { id } = await company();
  const admin = await signIn(world.url, `dona.${count}@cliente.example`, password, newIp()).catch(() => null);
  // Without a due date there is no subscription yet.
  expect(admin).toBeNull();
  const changed = await operator.call('PUT /companies/:companyId', {
    params: { companyId: id },
    body: {
      dueDate: '2031-05-14T00:00:00.000-03:00',
      recurrence: 'TRIMESTRAL',
      status: 'true',
      campaignsEnabled: false,
      graceDays: 5,
      billingName: ' Cliente Ltda ',
      billingDocument: '12.345.678/0001-95',
      addressZipCode: '01310-100',
      addressStreet: 'Av. Paulista, 1000',
      addressDistrict: 'Bela Vista',
      addressCity: 'São Paulo',
      addressState: 'SP',
      addressCountry: 'BR',
      planId: '',
    },
  });
  expect(changed).toMatchObject({
    dueDate: '2031-05-14',
    recurrence: 'TRIMESTRAL',
    graceDays: 5,
    billingName: 'Cliente Ltda',
    billingDocument: '12345678000195',
    addressCity: 'São Paulo',
    planId: null,
    plan: null,
  });
  expect(changed.settings).toContainEqual({ key: 'campaignsEnabled', value: 'false' });
  const person = await signIn(world.url, `dona.${count}@cliente.example`, password, newIp());
  const socket = await person.socket();
  const told = heard<{ company: { dueDate: string | null } }>(socket, `company-${id}-company`);
  const above = await operator.socket();
  const news = heard<{ action: string; companyId: number }>(above, 'company-record', (n) => n.companyId === id);
  const none = await operator.call('PUT /companies/:companyId', { params: { companyId: id }, body: { dueDate: '' } });
  expect([none.dueDate, none.billingName]).toEqual([null, 'Cliente Ltda']);
  expect((await told).company.dueDate).toBeNull();
  expect(await news).toEqual({ action: 'update', companyId: id });
  const [entry] = await rows(sql<{ details: object; actor_name: string }>`
    select details, actor_name from audit_log where company_id = ${id} and verb = 'company.changed' order by id desc limit 1`);
  expect(entry).toEqual({ details: { dueDate: null }, actor_name: operator.user.name });
  socket.close();
  above.close();
});

test('a company that is switched off is cut off at once, and one that is removed is gone with its files', async () => {
  const admin = await givenCompany(world.url);
  const { companyId } = admin.user;
  const list = await admin.call('POST /files', { body: { name: 'Catálogo', message: 'Segue', options: [{ name: 'Preços' }] } });
  const body = new FormData();
  body.append('fileId', String(list.id));
  body.append('typeArch', 'fileList');
  body.append('id', String(list.options[0]?.id));
  body.append('files', new Blob(['lista'], { type: 'text/plain' }), 'precos.txt');
  await admin.call('POST /files/uploadList/:fileListId', { params: { fileListId: list.id }, body });
  const [file] = await rows(sql<{ key: string }>`select media_key as key from file_options where company_id = ${companyId}`);
  expect(await world.app.base.gateways.files.head(file?.key ?? '')).not.toBeNull();

  const socket = await admin.socket();
  const cut = new Promise((resolve) => socket.once('disconnect', resolve));
  await operator.call('PUT /companies/:companyId', { params: { companyId }, body: { status: false } });
  await cut;
  await expect(admin.call('GET /tags')).rejects.toMatchObject({ error: 'ERR_COMPANY_INACTIVE' });
  await operator.call('PUT /companies/:companyId', { params: { companyId }, body: { status: 't' } });
  await admin.call('GET /tags');

  // What people did names them.
  const whatsappId = await givenPhone(admin);
  const from = { from: '5521970000777', name: 'Lia', body: 'Bom dia' };
  await admin.call('POST /simulator/:whatsappId/messages', { params: { whatsappId }, body: from });
  const [ticket] = await until(async () => {
    const waiting = await ticketsOf(admin, 'pending');
    return waiting.length > 0 && waiting;
  });
  const accepted = { status: 'open', userId: admin.user.id } as const;
  await admin.call('PUT /tickets/:ticketId', { params: { ticketId: ticket?.id ?? 0 }, body: accepted });
  const chat = await admin.call('POST /chats', { body: { title: 'Equipe', users: [admin.user.id] } });
  await admin.call('POST /chats/:chatId/messages', { params: { chatId: chat.id }, body: { message: 'Oi' } });
  const later = new Date(Date.now() + 86_400_000).toISOString();
  await admin.call('POST /schedules', { body: { body: 'Até amanhã', contactId: ticket?.contactId ?? 0, sendAt: later } });
  const waiting = () =>
    rows(sql`select 1 from graphile_worker._private_jobs where (payload ->> 'companyId')::int = ${companyId} and run_at > now()`);
  expect(await waiting()).not.toEqual([]);
  await operator.call('DELETE /companies/:companyId', { params: { companyId } });
  // Its name is free at once.
  await company({ name: admin.user.company.name });
  await expect(admin.call('GET /tags')).rejects.toMatchObject({ error: 'ERR_SESSION_EXPIRED' });
  const { companies } = await operator.call('GET /companies', { query: { searchParam: admin.user.company.name } });
  expect(companies.map(({ id }) => id)).not.toContain(companyId);
  await until(async () => (await rows(sql`select 1 from companies where id = ${companyId}`)).length === 0);
  expect(await world.app.base.gateways.files.head(file?.key ?? '')).toBeNull();
  expect(await waiting()).toEqual([]);
  expect(
    await rows(sql`select details->>'name' as name from audit_log where verb = 'company.deleted' and subject = ${String(companyId)}`),
  ).toEqual([{ name: admin.user.company.name }]);
  const own = { companyId: operator.user.companyId };
  await expect(operator.call('DELETE /companies/:companyId', { params: own })).rejects.toMatchObject({ error: 'ERR_OWN_COMPANY' });
});

test('companies and plans come page by page, and are found by what is in their names', async () => {
  await rows(
    sql`insert into companies (name, plan_id) select 'Muitas ' || lpad(i::text, 2, '0'), ${operator.user.company.planId} from generate_series(1, 21) as i`,
  );
  await rows(sql`insert into plans (name) select 'Plano zz ' || lpad(i::text, 2, '0') from generate_series(1, 21) as i`);
  for (const [route, field, searchParam] of [
    ['GET /companies', 'companies', 'muitas'],
    ['GET /v1/companies/usage', 'companies', 'MUITAS'],
    ['GET /plans', 'plans', 'plano ZZ'],
  ] as const) {
    const page = async (pageNumber: number): Promise<Record<string, unknown>> => ({
      ...(await operator.call(route, { query: { searchParam, pageNumber } })),
    });
    expect(await page(1)).toMatchObject({ [field]: { length: 20 }, count: 21, hasMore: true });
    expect(await page(2)).toMatchObject({ [field]: [{ name: expect.stringMatching(/21$/) }], count: 21, hasMore: false });
  }
  expect((await operator.call('GET /companies/list')).length).toBeGreaterThan(21);
});

test('under a smaller plan what is there stays, and nothing is added', async () => {
  const admin = await givenCompany(world.url);
  const { companyId } = admin.user;
  await givenUser(world.url, admin);
  const small = await operator.call('POST /plans', {
    body: { name: `Pequeno ${++count}`, users: '1', connections: 1, queues: 0, value: '1.234,50' },
  });
  expect(small).toMatchObject({ users: 1, value: 1234.5, useKanban: true });
  await operator.call('PUT /companies/:companyId', { params: { companyId }, body: { planId: small.id } });
  const usage = await admin.call('GET /v1/companies/:companyId/usage', { params: { companyId } });
  expect(usage).toMatchObject({ users: 2, connections: 0, plan: { users: 1, connections: 1, queues: 0 } });
  expect((await admin.call('GET /users')).count).toBe(2);
  const body = { name: 'Lia Reis', email: `lia.${++count}@loja.example`, password };
  await expect(admin.call('POST /users', { body })).rejects.toMatchObject({
    error: 'ERR_PLAN_USERS_LIMIT',
    body: { details: { limit: 1 } },
  });
  await expect(admin.call('POST /queue', { body: { name: 'Vendas', color: '#1164a9' } })).rejects.toMatchObject({
    error: 'ERR_PLAN_QUEUES_LIMIT',
  });
});

test('a plan that is changed works for its companies at once; one that is used cannot be removed, nor two have one name', async () => {
  const admin = await givenCompany(world.url);
  const plan = await operator.call('POST /plans', {
    body: { name: `Equipe ${++count}`, users: 5, connections: 5, queues: 5, value: 49.9 },
  });
  const params = { planId: plan.id };
  await operator.call('PUT /companies/:companyId', { params: { companyId: admin.user.companyId }, body: { planId: plan.id } });
  await admin.call('GET /chats');
  await operator.call('PUT /plans/:planId', { params, body: { useInternalChat: false } });
  await expect(admin.call('GET /chats')).rejects.toMatchObject({ error: 'ERR_NO_PERMISSION' });
  await expect(operator.call('DELETE /plans/:planId', { params })).rejects.toMatchObject({ error: 'ERR_PLAN_IN_USE' });
  await expect(operator.call('POST /plans', { body: { name: plan.name.toUpperCase() } })).rejects.toMatchObject({
    error: 'ERR_PLAN_NAME_ALREADY_EXISTS',
  });
  for (const value of ['abc', '-1', -1, '1,2,3'])
    await expect(operator.call('PUT /plans/:planId', { params, body: { value } })).rejects.toMatchObject({ error: 'ERR_VALIDATION' });
});

test('an operator works in a company as its admin, is named for what they do, and goes back to their own', async () => {
  const admin = await givenCompany(world.url);
  const { companyId } = admin.user;
  const before = await admin.socket();
  let disturbed = false;
  before.on(`company-${companyId}-auth`, () => {
    disturbed = true;
  });
  const own = await signIn(world.url, world.operator.email, world.operator.password, newIp());
  const response = await call(world.url, 'POST /v1/companies/:companyId/enter', { params: { companyId }, body: {}, token: own.token });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const session = (await response.json()) as Client;
  expect(session.user).toMatchObject({ id: admin.user.id, companyId, operator: { name: own.user.name } });
  await call(world.url, 'POST /tags', { body: { name: 'Revisado' }, token: session.token });
  await call(world.url, 'PUT /settings/:settingKey', { params: { settingKey: 'call' }, body: { value: 'enabled' }, token: session.token });
  const entries = await rows(sql<{ verb: string; actor_name: string; details: { as?: { name: string } } }>`
    select verb, actor_name, details from audit_log where company_id = ${companyId} and verb in ('auth.entered', 'setting.changed') order by id`);
  expect(entries.map(({ verb, actor_name, details }) => [verb, actor_name, details.as?.name])).toEqual([
    ['auth.entered', own.user.name, undefined],
    ['setting.changed', own.user.name, admin.user.name],
  ]);
  const sessions = await admin.call('GET /v1/sessions');
  expect(sessions.map(({ operator }) => operator).sort()).toEqual([own.user.name, null]);
  // What is for operators only is not for an admin, whoever that is.
  await expect(call(world.url, 'GET /companies', { token: session.token })).rejects.toMatchObject({ error: 'ERR_NO_PERMISSION' });
  // A suspended company is still open to them.
  await operator.call('PUT /companies/:companyId', { params: { companyId }, body: { status: false } });
  await call(world.url, 'GET /tags', { token: session.token });
  const again = await call(world.url, 'POST /auth/refresh_token', { headers: { cookie } });
  const kept =
    again.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .at(-1) ?? '';
  expect(((await again.json()) as Client).user.operator).toEqual({ name: own.user.name });
  const left = await call(world.url, 'POST /v1/session/leave', { headers: { cookie: kept } });
  expect(((await left.json()) as Client).user).toMatchObject({ id: own.user.id, super: true });
  expect(
    await rows(sql`select 1 from sessions where company_id = ${companyId} and operator_id is not null and revoked_at is null`),
  ).toEqual([]);
  // A session of one's own leads nowhere else.
  await expect(call(world.url, 'POST /v1/session/leave', { headers: { cookie: own.cookie } })).rejects.toMatchObject({
    error: 'ERR_SESSION_EXPIRED',
  });
  expect(disturbed).toBe(false);
  before.close();
});

test('an operator is in a company only while they are an operator and signed in at home', async () => {
  const admin = await givenCompany(world.url);
  const email = `plantao${newIp()}@balcao.example`;
  await addOperator(world.app.base, { name: 'Plantão', email, passwordHash: await hashPassword(password) });
  const enter = async () => {
    const own = await signIn(world.url, email, password, newIp());
    const params = { companyId: admin.user.companyId };
    const response = await call(world.url, 'POST /v1/companies/:companyId/enter', { params, body: {}, token: own.token });
    const cookie = response.headers.getSetCookie().at(-1)?.split(';', 1)[0] ?? '';
    const { token } = (await response.json()) as Client;
    return { own, cookie, tags: () => call(world.url, 'GET /tags', { token }) };
  };
  const isOver = async ({ tags, cookie }: Awaited<ReturnType<typeof enter>>) => {
    await expect(tags()).rejects.toMatchObject({ error: 'ERR_SESSION_EXPIRED' });
    await expect(call(world.url, 'POST /auth/refresh_token', { headers: { cookie } })).rejects.toMatchObject({
      error: 'ERR_SESSION_EXPIRED',
    });
  };
  await (await enter()).tags();
  const left = await enter();
  await left.own.call('DELETE /auth/logout');
  await isOver(left);
  const fired = await enter();
  await operator.call('DELETE /users/:userId', { params: { userId: fired.own.user.id } });
  await isOver(fired);
});
