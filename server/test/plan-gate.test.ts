// What a plan has decides which endpoints its companies may call, from one moment to the next.
import { type PlanFlag, planFlags } from '@balcao/contract/plan-rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformTransaction } from '../src/platform/db/transaction.ts';
import { CallFailed, type Client, call, signIn, until } from './client.ts';
import { givenCompany, newIp } from './people.ts';
import { changePlan, givenPlan, type MadeUpServer, serveMadeUp } from './plans.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let server: MadeUpServer;

beforeAll(async () => {
  world = await createWorld({ roles: ['web'] });
  server = await serveMadeUp(world);
});
afterAll(async () => {
  await server?.close();
  await world?.close();
});

/** What the endpoint of this feature answers: `ok`, or the body of the refusal with its status. */
async function askFor(flag: PlanFlag, { token }: Client): Promise<unknown> {
  return refusalOf(call(server.url, `GET /v1/made-up/${flag}`, { token }));
}

async function refusalOf(asked: Promise<Response>): Promise<unknown> {
  try {
    await asked;
    return 'ok';
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return { status: error.status, ...(error.body as object) };
  }
}

const refused = (plan: PlanFlag) => ({ status: 403, error: 'ERR_NO_PERMISSION', details: { plan } });

test('each feature opens its endpoint and no other', async () => {
  const admin = await givenCompany(world.url);
  const planId = await givenPlan(world, admin.user.companyId, []);
  for (const has of planFlags) {
    await changePlan(world, planId, [has]);
    server.forget(admin.user.id);
    for (const flag of planFlags) expect([flag, await askFor(flag, admin)]).toEqual([flag, flag === has ? 'ok' : refused(flag)]);
  }
});

test('a changed plan works without a new sign-in, and only for its own companies', async () => {
  const admin = await givenCompany(world.url);
  const other = await givenCompany(world.url);
  const planId = await givenPlan(world, admin.user.companyId, ['useKanban']);
  expect(await askFor('useKanban', admin)).toBe('ok');
  expect(await askFor('useKanban', other)).toBe('ok');

  await changePlan(world, planId, []);
  expect(await until(async () => ((await askFor('useKanban', admin)) === 'ok' ? null : askFor('useKanban', admin)))).toEqual(
    refused('useKanban'),
  );
  expect(await askFor('useKanban', other)).toBe('ok');
});

test('a company without plan has none of the features', async () => {
  const admin = await givenCompany(world.url);
  await inCompany(admin, { plan_id: null });
  for (const flag of planFlags) expect(await askFor(flag, admin)).toEqual(refused(flag));
  const { user } = (await (await call(server.url, 'GET /auth/me', { token: admin.token })).json()) as { user: Client['user'] };
  expect(user.company).toMatchObject({ planId: null, plan: null });
});

test('an operator has what the plan of the own company has', async () => {
  const operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
  await givenPlan(world, operator.user.companyId, ['useSchedules']);
  expect(await askFor('useSchedules', operator)).toBe('ok');
  expect(await askFor('useKanban', operator)).toEqual(refused('useKanban'));
});

test('after the subscription has run out, no plan opens anything', async () => {
  const admin = await givenCompany(world.url);
  await inCompany(admin, { due_date: '2020-01-31' });
  const expired = { status: 403, error: 'ERR_SUBSCRIPTION_EXPIRED', details: { dueDate: '2020-01-31' } };
  expect(await askFor('useKanban', admin)).toEqual(expired);
  expect(await refusalOf(call(server.url, 'GET /tickets', { token: admin.token }))).toEqual(expired);
  expect(await refusalOf(call(server.url, 'GET /auth/me', { token: admin.token }))).toBe('ok');
});

test('without a last day there is no subscription, for who is signed in either', async () => {
  const admin = await givenCompany(world.url);
  await inCompany(admin, { due_date: null });
  expect(await askFor('useKanban', admin)).toEqual({ status: 403, error: 'ERR_SUBSCRIPTION_EXPIRED', details: { dueDate: null } });
});

test('who signs in, comes back or asks is told all that the plan has', async () => {
  const admin = await givenCompany(world.url);
  await givenPlan(world, admin.user.companyId, ['useKanban', 'useOpenAi']);
  const flags = Object.fromEntries(planFlags.map((flag) => [flag, flag === 'useKanban' || flag === 'useOpenAi']));
  const params = { companyId: admin.user.companyId };
  expect((await admin.call('GET /companies/listPlan/:companyId', { params })).plan).toMatchObject(flags);
  expect((await admin.call('GET /auth/me')).user.company.plan).toMatchObject(flags);
  const refreshed = await call(world.url, 'POST /auth/refresh_token', { headers: { cookie: admin.cookie } });
  expect(((await refreshed.json()) as { user: Client['user'] }).user.company.plan).toMatchObject(flags);
});

function inCompany({ user }: Client, change: { plan_id?: null; due_date?: string | null }): Promise<unknown> {
  return platformTransaction(world.app.base, ({ db }) =>
    db.updateTable('companies').set(change).where('id', '=', user.companyId).execute(),
  );
}
