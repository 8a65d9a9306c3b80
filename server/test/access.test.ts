// Who gets in where, measured by a table of its own. An endpoint that is added is tested, or the test says what it is not told.
import { endpoints } from '@balcao/contract';
import { apiScopes } from '@balcao/contract/api-rules';
import type { EndpointShape } from '@balcao/contract/endpoint';
import type { ErrorBody } from '@balcao/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../src/platform/http/server.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { features } from '../src/product.ts';
import { CallFailed, type Client, call, signIn } from './client.ts';
import { type Furnished, furnish } from './furnished.ts';
import { givenCompany, givenUser, newIp, password } from './people.ts';
import { givenPlan, madeUpEndpoints, serveMadeUp } from './plans.ts';
import { allEndpoints, bodyOf, inputOf, leavesOf, paramsOf, queryOf, refusalOf, tokenOf, withValue } from './requests.ts';
import { afterExpiry, knownRoutes, lowestRole, planFor, type Role, ranks, rightFor, scopeFor } from './who-may-call.ts';
import { createWorld, type World } from './world.ts';
import { type Writes, watchWrites } from './writes.ts';

let world: World;
let ours: Furnished;
let theirs: Furnished;
let operator: Client;
let writes: Writes;

beforeAll(async () => {
  world = await createWorld({ roles: ['web'] });
  ours = await furnish(world, 'Jabuticaba', '5511987650001');
  theirs = await furnish(world, 'Pitanga', '5511987650002');
  operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
  writes = await watchWrites(world.database.superUrl);
});
afterAll(async () => {
  await writes?.close();
  await world?.close();
});

type Answer = { status: number; text: string; error: string };

/** The answer, whether it is a success or not. */
async function ask(
  endpoint: EndpointShape,
  input: { params?: unknown; query?: unknown; body?: unknown; token?: string },
  url = world.url,
): Promise<Answer> {
  try {
    const body = endpoint.multipart === 'only' && input.body ? formFrom(input.body) : input.body;
    const response = await call(url, endpoint.route, { ...input, body, headers: { 'x-forwarded-for': newIp() } });
    return { status: response.status, text: await response.text(), error: '' };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return { status: error.status, text: JSON.stringify(error.body), error: (error.body as ErrorBody).code ?? error.error };
  }
}

/** What only takes forms gets one. */
function formFrom(body: unknown): FormData {
  const form = new FormData();
  form.append('typeArch', 'anything');
  for (const [name, value] of Object.entries(body as object)) form.append(name, String(value));
  return form;
}

function isFreeOfOurs(text: string): boolean {
  return !ours.secrets.some((secret) => text.includes(secret)) && !new RegExp(`"companyId":${ours.companyId}\\b`).test(text);
}

/** The lowest role that may call it. */
function roleFor({ route }: EndpointShape): ReturnType<typeof lowestRole> & string {
  const role = lowestRole(route);
  if (!role) throw new Error(`Say in server/test/who-may-call.ts who may call ${route}.`);
  return role;
}

const isOpen = (endpoint: EndpointShape) => ['anybody', 'cookie'].includes(roleFor(endpoint));
const programs = allEndpoints.filter((endpoint) => ['key', 'token'].includes(roleFor(endpoint)));
const signedIn = allEndpoints.filter((endpoint) => !isOpen(endpoint) && !programs.includes(endpoint));
const forCompanies = signedIn.filter((endpoint) => roleFor(endpoint) !== 'super');
const ofCompanies = [...forCompanies, ...programs];
/** What operators give to all companies alike. */
const forEverybody: string[] = ['GET /announcements', 'GET /helps', 'GET /plans/:planId'];
const named = (some: EndpointShape[]) => some.map((endpoint) => [endpoint.route, endpoint] as const);

describe('a visitor', () => {
  test.each(named(signedIn))('is turned away from %s', async (_, endpoint) => {
    const before = await writes.count({ companyId: ours.companyId });
    const input = { params: paramsOf(endpoint, ours), query: queryOf(endpoint, ours), body: bodyOf(endpoint, ours) };
    expect(await ask(endpoint, input)).toMatchObject({ status: 401, error: 'ERR_SESSION_EXPIRED' });
    expect(await ask(endpoint, { ...input, token: 'no-token' })).toMatchObject({ status: 403, error: 'ERR_TOKEN_EXPIRED' });
    expect(await writes.count({ companyId: ours.companyId })).toEqual(before);
  });

  test.each(named(allEndpoints.filter(isOpen)))('is told nothing of a company by %s', async (_, endpoint) => {
    const before = await writes.count({ companyId: ours.companyId });
    const answer = await ask(endpoint, {
      params: paramsOf(endpoint, ours),
      query: queryOf(endpoint, ours),
      body: bodyOf(endpoint, ours),
    });
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).toSatisfy(isFreeOfOurs);
    expect(await writes.count({ companyId: ours.companyId })).toEqual(before);
  });
});

describe('another company’s admin', () => {
  test.each(named(ofCompanies.filter(({ params, route }) => params && !forEverybody.includes(route))))(
    'finds nothing of ours at %s',
    async (_, endpoint) => {
      const before = await writes.count({ companyId: ours.companyId });
      const answer = await ask(endpoint, {
        params: paramsOf(endpoint, ours),
        query: queryOf(endpoint, theirs),
        body: bodyOf(endpoint, theirs),
        token: tokenOf(endpoint, theirs),
      });
      const refusal = refusalOf(endpoint);
      if (refusal !== null) expect(answer).toMatchObject({ status: 404, error: refusal });
      expect(answer.text).toSatisfy(isFreeOfOurs);
      expect(await writes.count({ companyId: ours.companyId })).toEqual(before);
    },
  );

  /**
   * Fields that name a row: which of ours, and the refusal. Null: nothing is refused, since the field only filters, or names nothing that
   * belongs to a company.
   */
  const references: Record<string, { foreign(): unknown; refusal: string | null }> = {
    contactId: { foreign: () => ours.contactId, refusal: 'ERR_NO_CONTACT_FOUND' },
    contactIds: { foreign: () => [ours.contactId], refusal: 'ERR_NO_CONTACT_FOUND' },
    queueId: { foreign: () => ours.queueId, refusal: 'ERR_NO_QUEUE_FOUND' },
    queueIds: { foreign: () => [ours.queueId], refusal: 'ERR_NO_QUEUE_FOUND' },
    transferQueueId: { foreign: () => ours.queueId, refusal: 'ERR_NO_QUEUE_FOUND' },
    parentId: { foreign: () => ours.queueOptionId, refusal: 'ERR_NO_QUEUE_OPTION_FOUND' },
    queueOptionId: { foreign: () => ours.queueOptionId, refusal: null },
    whatsappId: { foreign: () => ours.whatsappId, refusal: 'ERR_NO_WAPP_FOUND' },
    userId: { foreign: () => ours.userId, refusal: 'ERR_NO_USER_FOUND' },
    'expected.userId': { foreign: () => ours.userId, refusal: 'ERR_TICKET_TAKEN' },
    quotedMsg: { foreign: () => ours.messageId, refusal: 'ERR_NO_MESSAGE_FOUND' },
    'quotedMsg.id': { foreign: () => ours.messageId, refusal: 'ERR_NO_MESSAGE_FOUND' },
    messageIds: { foreign: () => [ours.messageId], refusal: 'ERR_NO_MESSAGE_FOUND' },
    target: { foreign: () => ours.externalId, refusal: 'ERR_NO_MESSAGE_FOUND' },
    users: { foreign: () => [ours.userId], refusal: null },
    'users.0.id': { foreign: () => ours.userId, refusal: 'ERR_NO_USER_FOUND' },
    tags: { foreign: () => [ours.tagId], refusal: null },
    tagId: { foreign: () => ours.tagId, refusal: 'ERR_NO_TAG_FOUND' },
    'tags.0.id': { foreign: () => ours.tagId, refusal: 'ERR_NO_TAG_FOUND' },
    fileListId: { foreign: () => ours.fileListId, refusal: 'ERR_NO_FILE_FOUND' },
    tagListId: { foreign: () => ours.tagId, refusal: 'ERR_NO_TAG_FOUND' },
    contactListId: { foreign: () => ours.contactListId, refusal: 'ERR_NO_CONTACTLIST_FOUND' },
    // What a saved view names narrows a list: what is not the caller's finds nothing.
    'filter.queueIds': { foreign: () => [ours.queueId], refusal: null },
    'filter.userIds': { foreign: () => [ours.userId], refusal: null },
    'filter.tagIds': { foreign: () => [ours.tagId], refusal: null },
    'filter.tags': { foreign: () => [ours.tagId], refusal: 'ERR_NO_TAG_FOUND' },
    ticketIds: { foreign: () => [ours.ticketId], refusal: null },
    ticketId: { foreign: () => ours.ticketId, refusal: 'ERR_NO_TICKET_FOUND' },
    // One action; what the others name is tested beside them.
    'actions.0.tagId': { foreign: () => ours.tagId, refusal: 'ERR_NO_TAG_FOUND' },
    'actions.0.userId': { foreign: () => ours.userId, refusal: null },
    'actions.0.queueId': { foreign: () => ours.queueId, refusal: null },
    'actions.0.webhookId': { foreign: () => ours.webhookId, refusal: null },
    automationId: { foreign: () => ours.automationId, refusal: null },
    automationIds: { foreign: () => [ours.automationId], refusal: 'ERR_NO_AUTOMATION_FOUND' },
    otherId: { foreign: () => ours.contactId, refusal: 'ERR_NO_CONTACT_FOUND' },
    'options.0.id': { foreign: () => 1, refusal: null },
    'steps.0.id': { foreign: () => ours.queueOptionId, refusal: 'ERR_NO_QUEUE_OPTION_FOUND' },
    'steps.0.parentId': { foreign: () => ours.queueOptionId, refusal: null },
    fileId: { foreign: () => ours.fileListId, refusal: null },
    companyId: { foreign: () => ours.companyId, refusal: null },
    invoiceId: { foreign: () => ours.invoiceId, refusal: null },
    planId: { foreign: () => ours.planId, refusal: null },
    integrationId: { foreign: () => ours.integrationId, refusal: null },
    promptId: { foreign: () => ours.promptId, refusal: 'ERR_NO_PROMPT_FOUND' },
    id: { foreign: () => ours.externalId, refusal: null },
    'extraInfo.0.id': { foreign: () => 1, refusal: null },
    'cloud.phoneNumberId': { foreign: () => '1', refusal: null },
    'cloud.wabaId': { foreign: () => '2', refusal: null },
  };
  /** Asked for another company by its id, these refuse; others do not look at the id. */
  const refusesOthers = ['GET /dashboard/ticketsUsers', 'GET /dashboard/ticketsDay'];
  const isReference = /(^id|Ids?|^users|^tags|^quotedMsg|^target)$/;
  const cases = ofCompanies.flatMap((endpoint) =>
    (['query', 'body'] as const).flatMap((part) =>
      leavesOf(inputOf(endpoint[part] ?? endpoint.answer.optional()))
        .filter(({ name }) => endpoint[part] && isReference.test(name))
        .map((leaf) => [endpoint.route, `${part}.${leaf.path.join('.')}`, endpoint, part, leaf] as const),
    ),
  );

  test.each(cases)('cannot name ours to %s as %s', async (route, _, endpoint, part, { path }) => {
    const reference = references[path.join('.')];
    if (!reference) throw new Error(`Say in this test what "${path.join('.')}" of ${route} names, and what refuses a foreign one.`);
    const before = await writes.count({ companyId: ours.companyId });
    const input = { query: queryOf(endpoint, theirs), body: bodyOf(endpoint, theirs) };
    const schema = endpoint[part];
    if (schema) Object.assign(input, { [part]: withValue(inputOf(schema), input[part], path, reference.foreign(), theirs) });
    const answer = await ask(endpoint, { ...input, params: paramsOf(endpoint, theirs), token: tokenOf(endpoint, theirs) });
    if (part === 'body' && reference.refusal) expect(answer.error).toBe(reference.refusal);
    if (part === 'query') expect(answer.status).toBe(refusesOthers.includes(route) && path.join('.') === 'companyId' ? 403 : 200);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).toSatisfy(isFreeOfOurs);
    expect(await writes.count({ companyId: ours.companyId })).toEqual(before);
  });

  test.each(named(ofCompanies.filter(({ params, route }) => !params && route.startsWith('GET '))))(
    'sees only own things at %s',
    async (_, endpoint) => {
      const answer = await ask(endpoint, { query: queryOf(endpoint, theirs), token: tokenOf(endpoint, theirs) });
      expect(answer.status).toBe(200);
      expect(answer.text).toSatisfy(isFreeOfOurs);
      const own = await ask(endpoint, { query: queryOf(endpoint, ours), token: tokenOf(endpoint, ours) });
      expect(own.status).toBe(200);
    },
  );

  test('finds nothing of ours by searching for it', async () => {
    const searches = forCompanies.filter(
      ({ query, route }) =>
        !forEverybody.includes(route) && query && leavesOf(inputOf(query)).some(({ name }) => name === 'searchParam' || name === 'name'),
    );
    expect(searches.length).toBeGreaterThan(2);
    const inTickets = { ticketIds: JSON.stringify([ours.ticketId]) };
    for (const endpoint of searches) {
      // Also among tickets that are named: ours.
      const search = { searchParam: 'jabuticaba', name: 'jabuticaba', ...(/message-hits/.test(endpoint.route) && inTickets) };
      const query = { ...queryOf(endpoint, theirs), ...search };
      const answer = await ask(endpoint, { params: paramsOf(endpoint, theirs), query, token: theirs.admin.token });
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.text).toSatisfy(isFreeOfOurs);
      const input = { params: paramsOf(endpoint, ours), query: { ...queryOf(endpoint, ours), ...search } };
      expect((await ask(endpoint, { ...input, token: ours.admin.token })).text).toContain('Jabuticaba');
    }
  });
});

describe('a program', () => {
  const inputFor = (endpoint: EndpointShape) => ({
    params: paramsOf(endpoint, ours),
    query: queryOf(endpoint, ours),
    body: bodyOf(endpoint, ours),
  });
  const ofKeys = programs.filter(({ route }) => scopeFor[route]);

  test.each(named(programs))('without its key or token is turned away from %s, as is a person', async (_, endpoint) => {
    const before = await writes.count({ companyId: ours.companyId });
    const other = endpoint.access === 'key' ? ours.connectionToken : ours.apiKey;
    for (const token of [undefined, 'guessed', `blc_${'x'.repeat(43)}`, ours.admin.token, other]) {
      const answer = await ask(endpoint, { ...inputFor(endpoint), ...(token ? { token } : {}) });
      expect(answer).toMatchObject({ status: 401, error: 'ERR_API_TOKEN' });
    }
    expect(await writes.count({ companyId: ours.companyId })).toEqual(before);
  });

  test.each(named(ofKeys))('is let into %s by the key that the table says, and by no other', async (route, endpoint) => {
    const scope = scopeFor[route] ?? '';
    const withScopes = async (scopes: string[]) =>
      await ours.admin.call('POST /v1/api-keys', { body: { name: 'Passageira', scopes: scopes as never } });
    const lacking = await withScopes(apiScopes.filter((each) => each !== scope));
    const having = await withScopes([scope]);
    const before = await writes.count({ companyId: ours.companyId, except: ['api_keys'] });
    expect(await ask(endpoint, { ...inputFor(endpoint), token: lacking.key })).toMatchObject({
      status: 403,
      error: 'ERR_NO_PERMISSION',
      text: expect.stringContaining(`"scope":"${scope}"`),
    });
    expect(await writes.count({ companyId: ours.companyId, except: ['api_keys'] })).toEqual(before);
    // Rows that are not there, and no body: whoever gets in does no harm.
    const params = Object.fromEntries(Object.keys(paramsOf(endpoint, ours)).map((name) => [name, 999_999_999]));
    const entered = await ask(endpoint, { params, query: queryOf(endpoint, ours), token: having.key });
    expect([403, 401]).not.toContain(entered.status);
    for (const { id } of [lacking, having]) await ours.admin.call('DELETE /v1/api-keys/:apiKeyId', { params: { apiKeyId: id } });
    expect(await ask(endpoint, { params, token: having.key })).toMatchObject({ status: 401, error: 'ERR_API_TOKEN' });
  });

  test.each([
    ['whose plan lacks it', { plan: [] }, 'ERR_NO_PERMISSION'],
    ['whose subscription ran out', { change: `due_date = '2020-01-31'` }, 'ERR_SUBSCRIPTION_EXPIRED'],
    ['that was switched off', { change: 'status = false' }, 'ERR_COMPANY_INACTIVE'],
  ] as const)('of a company %s is let in nowhere', async (_, { plan, change }: { plan?: readonly []; change?: string }, code) => {
    const admin = await givenCompany(world.url);
    const { companyId } = admin.user;
    const { key } = await admin.call('POST /v1/api-keys', { body: { name: 'Loja', scopes: [...apiScopes] } });
    const token = crypto.randomUUID();
    await admin.call('POST /whatsapp', { body: { name: 'Telefone', channel: 'simulator', token } });
    if (plan) await givenPlan(world, companyId, plan);
    if (change) await writes.client.query(`update companies set ${change} where id = $1`, [companyId]);
    const before = await writes.count({ companyId, except: ['api_keys'] });
    for (const endpoint of programs) {
      const answer = await ask(endpoint, { ...inputFor(endpoint), token: endpoint.access === 'key' ? key : token });
      expect([endpoint.route, answer.status, answer.error]).toEqual([endpoint.route, 403, code]);
    }
    expect(await writes.count({ companyId, except: ['api_keys'] })).toEqual(before);
  });
});

describe('a role', () => {
  const mayEnter = (role: Role, endpoint: EndpointShape) =>
    ranks.indexOf(role) >= Math.max(ranks.indexOf(roleFor(endpoint) as Role), rightFor[endpoint.route] ? ranks.indexOf('admin') : 0);
  const people: Record<Role, () => Client> = {
    user: () => ours.agent,
    supervisor: () => ours.supervisor,
    admin: () => ours.admin,
    super: () => operator,
  };
  const cases = signedIn.flatMap((endpoint) => ranks.map((role) => [role, endpoint.route, endpoint] as const));

  test.each(cases)('%s is let into %s as far as the table says', async (role, route, endpoint) => {
    const { token } = people[role]();
    // Rows that are not there, and no body: whoever gets in does no harm.
    const params = Object.fromEntries(
      Object.keys(paramsOf(endpoint, ours)).map((name) => [name, name.endsWith('Uuid') ? crypto.randomUUID() : 999_999_999]),
    );
    const enters = mayEnter(role, endpoint);
    if (enters && route === 'DELETE /auth/logout') return;
    const before = await writes.count();
    const answer = await ask(endpoint, { params, query: queryOf(endpoint, ours), token });
    if (!enters) expect(answer).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
    else expect(answer.error).not.toBe('ERR_NO_PERMISSION');
    expect(answer.status).toBeLessThan(500);
    if (answer.status >= 400) expect(await writes.count()).toEqual(before);
  });

  test.each(named(signedIn.filter((endpoint) => !mayEnter('user', endpoint))))(
    'below it changes nothing at %s with ids that are there',
    async (_, endpoint) => {
      const before = await writes.count({ companyId: ours.companyId });
      for (const role of ranks.filter((role) => !mayEnter(role, endpoint))) {
        const { token } = people[role]();
        const answer = await ask(endpoint, {
          params: paramsOf(endpoint, ours),
          query: queryOf(endpoint, ours),
          body: bodyOf(endpoint, ours),
          token,
        });
        expect(answer).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
      }
      expect(await writes.count({ companyId: ours.companyId })).toEqual(before);
    },
  );
});

test.each(named(signedIn.filter(({ route }) => rightFor[route])))(
  'a right lets its user into %s, until it is taken back',
  async (_, endpoint) => {
    const right = rightFor[endpoint.route] ?? '';
    const user = await givenUser(world.url, ours.admin);
    const give = (given: boolean) =>
      ours.admin.call('PUT /users/:userId', {
        params: { userId: user.user.id },
        body: { [right]: given },
        headers: { 'x-forwarded-for': newIp() },
      });
    const input = { params: paramsOf(endpoint, ours), query: queryOf(endpoint, ours), body: bodyOf(endpoint, ours), token: user.token };
    const refused = { status: 403, error: 'ERR_NO_PERMISSION', text: expect.stringContaining(`"right":"${right}"`) };
    expect(await ask(endpoint, input)).toMatchObject(refused);
    await give(true);
    expect((await ask(endpoint, input)).status).toBe(200);
    await give(false);
    expect(await ask(endpoint, input)).toMatchObject(refused);
  },
);

test.each(named(signedIn.filter(({ route }) => route.includes(':companyId') && !route.startsWith('GET '))))(
  'an operator who changes a company by %s is named in its log',
  async (_, endpoint) => {
    const { companyId } = (await givenCompany(world.url)).user;
    const input = { params: { companyId }, query: queryOf(endpoint, theirs), body: bodyOf(endpoint, theirs) };
    expect((await ask(endpoint, { ...input, token: operator.token })).status).toBe(200);
    // The invoice that a new last day brings is nobody's.
    const { rows } = await writes.client.query(
      `select actor_id, actor_name from audit_log where company_id = $1 and verb not like 'invoice.%' order by id desc limit 1`,
      [companyId],
    );
    expect(rows).toEqual([{ actor_id: operator.user.id, actor_name: operator.user.name }]);
  },
);

test('the table knows every route, and no other', () => {
  expect([...new Set(knownRoutes)].sort()).toEqual(allEndpoints.map(({ route }) => route as string).sort());
  expect(knownRoutes).toHaveLength(allEndpoints.length);
  for (const route of [...Object.keys(rightFor), ...Object.keys(planFor), ...afterExpiry]) expect(knownRoutes).toContain(route);
});

describe('a company that may not work', () => {
  /** Signed in before; nothing was asked yet, so nothing is believed from before. */
  async function companyThen(change: string): Promise<Client> {
    const admin = await givenCompany(world.url);
    await writes.client.query(`update companies set ${change} where id = $1`, [admin.user.companyId]);
    return admin;
  }

  test('because its subscription ran out is let into what it needs to pay, and nowhere else', async () => {
    const { token, cookie, user } = await companyThen(`due_date = '2020-01-31'`);
    const before = await writes.count({ companyId: user.companyId });
    for (const endpoint of forCompanies.filter(({ route }) => route !== 'DELETE /auth/logout')) {
      const { error, text } = await ask(endpoint, { params: paramsOf(endpoint, ours), query: queryOf(endpoint, ours), token });
      if (afterExpiry.includes(endpoint.route)) expect([endpoint.route, error]).not.toEqual([endpoint.route, 'ERR_SUBSCRIPTION_EXPIRED']);
      else
        expect([endpoint.route, error, text]).toEqual([endpoint.route, 'ERR_SUBSCRIPTION_EXPIRED', expect.stringContaining('2020-01-31')]);
    }
    expect(await writes.count({ companyId: user.companyId })).toEqual(before);
    const again = call(world.url, 'POST /auth/login', { body: { email: user.email, password }, headers: { 'x-forwarded-for': newIp() } });
    await expect(again).rejects.toMatchObject({ error: 'ERR_SUBSCRIPTION_EXPIRED' });
    expect((await call(world.url, 'POST /auth/refresh_token', { headers: { cookie } })).status).toBe(200);
    expect((await call(world.url, 'DELETE /auth/logout', { token })).status).toBe(200);
  });

  test('because its subscription ran out yesterday may still look at everything, and change nothing', async () => {
    const { token, user } = await companyThen(`due_date = (now() at time zone 'America/Sao_Paulo')::date - 1`);
    const before = await writes.count({ companyId: user.companyId });
    for (const endpoint of forCompanies.filter(({ route }) => route !== 'DELETE /auth/logout' && !planFor[route])) {
      const { error, text } = await ask(endpoint, { params: paramsOf(endpoint, ours), query: queryOf(endpoint, ours), token });
      const isOpen = afterExpiry.includes(endpoint.route) || endpoint.route.startsWith('GET ');
      if (isOpen) expect([endpoint.route, error]).not.toEqual([endpoint.route, 'ERR_SUBSCRIPTION_EXPIRED']);
      else
        expect([endpoint.route, error, text]).toEqual([
          endpoint.route,
          'ERR_SUBSCRIPTION_EXPIRED',
          expect.stringContaining('readOnlyUntil'),
        ]);
    }
    // Who takes data out is noted even then.
    expect({ ...(await writes.count({ companyId: user.companyId })), audit_log: before.audit_log }).toEqual(before);
  });

  test('because it was switched off is let in nowhere', async () => {
    const { token, cookie, user } = await companyThen('status = false');
    for (const endpoint of signedIn) {
      const { error } = await ask(endpoint, { params: paramsOf(endpoint, ours), query: queryOf(endpoint, ours), token });
      expect([endpoint.route, error]).toEqual([endpoint.route, 'ERR_COMPANY_INACTIVE']);
    }
    const refresh = call(world.url, 'POST /auth/refresh_token', { headers: { cookie } });
    await expect(refresh).rejects.toMatchObject({ error: 'ERR_COMPANY_INACTIVE' });
    const again = call(world.url, 'POST /auth/login', { body: { email: user.email, password }, headers: { 'x-forwarded-for': newIp() } });
    await expect(again).rejects.toMatchObject({ error: 'ERR_COMPANY_INACTIVE' });
  });
});

describe('a company whose plan has no features', () => {
  test('is refused by every endpoint that names one, and by no other for that reason', async () => {
    const admin = await givenCompany(world.url);
    await givenPlan(world, admin.user.companyId, []);
    await givenPlan(world, operator.user.companyId, []);
    // Those of the product, and one for every feature that has none yet.
    const server = await serveMadeUp(world);
    const before = await writes.count({ companyId: ours.companyId });
    try {
      for (const endpoint of [...signedIn, ...madeUpEndpoints].filter(({ route }) => route !== 'DELETE /auth/logout')) {
        const above = lowestRole(endpoint.route) === 'super';
        const { token } = above ? operator : admin;
        // What operators may do to any company is not done to ours.
        const ids = paramsOf(endpoint, ours);
        const input = {
          params: above ? Object.fromEntries(Object.keys(ids).map((name) => [name, 999_999_999])) : ids,
          query: queryOf(endpoint, ours),
          token,
        };
        const { status, error, text } = await ask(endpoint, input, server.url);
        const plan = madeUpEndpoints.includes(endpoint) ? endpoint.plan : planFor[endpoint.route];
        if (!plan) expect([endpoint.route, error]).not.toEqual([endpoint.route, 'ERR_NO_PERMISSION']);
        else
          expect([endpoint.route, status, error, text]).toEqual([
            endpoint.route,
            403,
            'ERR_NO_PERMISSION',
            expect.stringContaining(`"plan":"${plan}"`),
          ]);
      }
    } finally {
      await server.close();
    }
    expect(await writes.count({ companyId: ours.companyId })).toEqual(before);
  });
});

describe('routes', () => {
  test('stand in the contract, but for a few that have a reason', async () => {
    const found = new Set<string>();
    const server = await createServer({
      base: world.app.base,
      companyRequests: 100,
      routes: features.flatMap((feature) => feature.routes ?? []),
      rawRoutes: [
        (server) => {
          server.addHook('onRoute', ({ method, url }) => {
            for (const each of [method].flat()) if (each !== 'HEAD') found.add(`${each} ${url}`);
          });
        },
        ...features.flatMap((feature) => feature.rawRoutes ?? []),
      ],
      authenticate: () => Promise.reject(new Error('nobody')),
      authenticateProgram: () => Promise.reject(new Error('nobody')),
      countCall: () => Promise.reject(new Error('nobody')),
      origins: [],
      metrics: createMetrics(),
      metricsToken: null,
      webDist: null,
      ready: () => Promise.resolve(true),
      checkAnswers: true,
    });
    await server.ready();
    await server.close();
    const contract = Object.values(endpoints).map(({ route }): string => route);
    const apart = [...found].filter((route) => !contract.includes(route)).sort();
    expect(apart).toEqual([
      'GET /docs',
      'GET /docs/openapi.json',
      'GET /docs/reference.css',
      'GET /docs/reference.js',
      'GET /media/*',
      'GET /webhooks/whatsapp/:key',
      'POST /subscription/webhook/:type?',
      'POST /webhooks/whatsapp/:key',
    ]);
    expect(contract.filter((route) => !found.has(route))).toEqual([]);
    // What is there before any feature.
    const before = (world.app.http?.printRoutes({ commonPrefix: false }) ?? '')
      .split('\n')
      .flatMap((line) => /^[├└]── (\S+) /.exec(line)?.[1] ?? []);
    const roots = new Set([...found].map((route) => `/${route.split('/')[1]}`));
    expect(before.filter((path) => !roots.has(`/${path.split('/')[1]}`))).toEqual(['/healthz', '/readyz', '/metrics', '*']);
  });

  test('apart from the contract tell a visitor nothing', async () => {
    const get = async (path: string, headers: Record<string, string> = {}) => (await fetch(`${world.url}${path}`, { headers })).status;
    expect(await get('/metrics', { 'x-forwarded-for': '203.0.113.9' })).toBe(404);
    expect(await get(`/media/${ours.companyId}/x.png`)).toBe(404);
    expect(await get('/webhooks/whatsapp/guessed')).toBe(403);
    expect(await get('/nothing/there')).toBe(404);
  });
});
