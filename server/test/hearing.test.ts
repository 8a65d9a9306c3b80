// What people's browsers know after the news of every action, against what the server answers them if they ask anew. Derived from the contract:
// each call that may change something is made, or is named here with the reason why not.
import type { EndpointShape } from '@balcao/contract/endpoint';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CallFailed, type Client, call, signIn, until } from './client.ts';
import { type Furnished, furnish } from './furnished.ts';
import { givenPhone, givenQueue } from './given.ts';
import { givenUser, newIp, password } from './people.ts';
import { allEndpoints, bodyOf, inputOf, leavesOf, paramsOf, tokenOf } from './requests.ts';
import { type Browser, openBrowser, shortly } from './viewers.ts';
import { createWorld, type World } from './world.ts';

/** What is not called. */
const uncalled: Record<string, string> = {
  'POST /auth/login': 'begins a session, as everybody here did',
  'POST /auth/refresh_token': 'needs the cookie',
  'DELETE /auth/logout': 'signs out who listens',
  'DELETE /v1/sessions': 'signs out who listens',
  'POST /v1/session/leave': 'is for operators inside a company',
  'DELETE /companies/:companyId': 'nobody is left to listen',
};

/** What is refused here, so nobody hears of it. */
const refusedHere: Record<string, string> = {
  'POST /v1/inbox-help/messages/:messageId/translation': 'answers the caller alone, with a language model',
  'POST /v1/inbox-help/messages/:messageId/transcript': 'answers the caller alone, with a language model',
  'POST /v1/inbox-help/tickets/:ticketId/summary': 'answers the caller alone, with a language model',
  'POST /v1/inbox-help/tickets/:ticketId/rewrite': 'answers the caller alone, with a language model',
  'POST /v1/inbox-help/tickets/:ticketId/reply': 'answers the caller alone, with a language model',
  'POST /queueIntegration/testSession': 'answers the caller alone',
  'POST /resetpasswords/:email/:code/:password': 'needs the code from the mail',
  'POST /v1/password-reset/finish': 'needs the code from the mail',
  'POST /v1/second-factor/confirm': 'needs the code of a device',
  'POST /v1/second-factor/recovery-codes': 'needs the code of a device',
  'POST /v1/invoices/:invoiceId/check': 'needs a provider of payments',
  'POST /v1/simulated-payments/:txid': 'needs a provider of payments',
  'POST /subscription': 'needs a provider of payments',
  'POST /subscription/create/webhook': 'needs a provider of payments',
  'POST /v1/connections/:whatsappId/gaps/:gapId/recheck': 'is for linked phones',
  'POST /v1/connections/:whatsappId/templates/sync': 'is for the Cloud API',
  'POST /v1/tickets/:ticketId/template': 'is for the Cloud API',
  'POST /v1/webhook-deliveries/:deliveryId/replay': 'needs a delivery that was given up',
  'POST /v1/messages/:messageId/retry': 'needs a message that failed',
  'POST /v1/campaigns/:campaignId/retry': 'needs a campaign that was sent',
  'POST /campaigns/:campaignId/restart': 'needs a campaign that was stopped',
  'POST /campaigns/:campaignId/cancel': 'needs a campaign that is under way',
};

/** What may differ: the key and the place in the answer. */
const mayDiffer: [RegExp, reason: string][] = [
  [/^\["account",/, 'asked for anew each time it is shown'],
  [/^\["automations","log",/, 'asked for anew each time it is shown'],
  [/^\["campaigns","report".* \.series\.\d+\.at$/, 'the moment of asking'],
  [/^\["companies","usage-of",/, 'asked for anew each time it is shown'],
  [/^\["connections","health",.* \.meter/, 'counts with each message, and is asked for when it is shown'],
  [/^\["consent","of",.*\.name$/, 'nobody is shown it'],
  [/^\["contacts","duplicates",.* \.updatedAt/, 'only the names are shown'],
  [/^\["first-steps"\]/, 'matters until the first conversation is answered'],
  [/^\["integrations","deliver(y|ies)",.*\.(attempts|durationMs|nextTryAt|updatedAt)$/, 'tried again by the clock'],
  [/^\["messages","(thread|peek)",.* \.pages\.\d+\.(ticket|count)/, 'tickets are read from their rows, and nobody is shown the count'],
  [/^\["messages","(thread|peek)",.*\.read$/, 'nobody is shown it'],
  [/^\["notes(-told)?",.*\.ticket\./, 'tickets are read from their rows'],
  [/^\["queues","options",/, 'the editor begins from a fresh answer, and is closed with its queue'],
  [/^\["settings","company",.* \.settings/, 'settings are read from their own list'],
  [/^\["tags","page",.*\.ticketsCount$/, 'asked for anew each time it is shown'],
  [/^\["tickets","list",.*"searchParam":"[^"]/, 'where a text is found changes when it is looked for'],
  [/^\["tickets","workload"\]/, 'asked for anew each time it is shown: people do not hear of the tickets of others'],
  [/^\["users","one",.* \.company/, 'the company is read from the session'],
  [/^\["webhooks",.*\.(updatedAt|waiting)$/, 'counts with each delivery, and is asked for every few seconds'],
];

let world: World;
let of: Furnished;
let operator: Client;
let agent: Client;
let mate: Client;
/** Of a conversation that goes on while everything else changes. */
let talk: { ticketId: number; queueId: number; whatsappId: number };
let browsers: Record<string, Browser>;
/** Served by none of the two agents. */
let elsewhereQueueId: number;

const customer = '5511987650777';

beforeAll(async () => {
  world = await createWorld();
  of = await furnish(world, 'Jabuticaba', '5511987650001');
  const { admin } = of;
  operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
  const support = await givenQueue(admin, 'Suporte', { color: '#0b7a4b' });
  const other = await givenQueue(admin, 'Financeiro', { color: '#ac2b30' });
  const queueIds = [of.queueId, support];
  await admin.call('PUT /users/:userId', { params: { userId: of.agent.user.id }, body: { queueIds } });
  agent = await signIn(world.url, of.agent.user.email, password, newIp());
  mate = await givenUser(world.url, admin, { name: 'Marina Prado', queueIds });
  elsewhereQueueId = other;
  const elsewhere = await givenUser(world.url, admin, { name: 'Caio Brandão', queueIds: [other] });
  const leaving = await givenUser(world.url, admin, { name: 'Lia Sampaio', queueIds: [of.queueId] });
  // Whoever signs in again leaves the browser of before, so the session that somebody ends is an earlier one.
  const [ended, latest] = [
    await signIn(world.url, admin.user.email, password, newIp()),
    await signIn(world.url, admin.user.email, password, newIp()),
  ];
  of = { ...of, admin: latest, userId: leaving.user.id, sessionUuid: decodeJwt(ended.token).sessionId as string };

  const whatsappId = await givenPhone(admin, 'Balcão', { queueIds: [support] });
  talk = { ticketId: 0, queueId: support, whatsappId };
  await say({ body: 'primeira mensagem' });
  const { tickets } = await admin.call('GET /tickets', { query: { searchParam: customer, showAll: true } });
  talk.ticketId = tickets[0]?.id ?? 0;
  const known = await Promise.all(
    [of.ticketId, talk.ticketId].map((ticketId) => admin.call('GET /tickets/:ticketId', { params: { ticketId } })),
  );
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const opened = {
    ...of,
    contactIds: [of.idleContactId, ...known.map(({ contactId }) => contactId)],
    queueIds: [...queueIds, other],
    whatsappIds: [of.whatsappId, whatsappId],
    tickets: known.map(({ id, uuid, contactId }) => ({ id, uuid, contactId })),
    calendar: { from: day(0), to: day(40) },
  };
  const open = (who: Client, as: string) => openBrowser(world, who, { ...opened, as });
  browsers = {
    agent: open(agent, 'agent'),
    'other agent': open(mate, 'agent'),
    'agent of another queue': open(elsewhere, 'agent'),
    admin: open(of.admin, 'admin'),
    operator: open(operator, 'operator'),
  };
  await quiet();
});
afterAll(async () => {
  for (const browser of Object.values(browsers ?? {})) browser.close();
  await world?.close();
});

type Step = { name: string; noun: string; run: () => Promise<unknown> };

const say = (said: { type?: 'text' | 'reaction' | 'edit' | 'revoke'; target?: string; body?: string }) =>
  of.admin.call('POST /simulator/:whatsappId/messages', {
    params: { whatsappId: talk.whatsappId },
    body: { from: customer, name: 'Helena Prado', ...said },
  });
const move = (who: Client, body: object) => who.call('PUT /tickets/:ticketId', { params: { ticketId: talk.ticketId }, body });
const write = (who: Client, body: string) => who.call('POST /messages/:ticketId', { params: { ticketId: talk.ticketId }, body: { body } });

/** What happens in a conversation, in this order. */
function conversation(): Step[] {
  let said = '';
  const steps: Record<string, () => Promise<unknown>> = {
    'the customer writes': async () => {
      said = (await say({ body: 'outra mensagem' })).id;
    },
    'the agent accepts': () => move(agent, { status: 'open' }),
    'the customer corrects it': () => say({ type: 'edit', target: said, body: 'mensagem corrigida' }),
    'the agent answers': () => write(agent, 'Bom dia, mensagem recebida'),
    'the customer reacts': () => say({ type: 'reaction', target: said, body: '👍' }),
    'the customer takes it back': () => say({ type: 'revoke', target: said }),
    'the agent hands over to the other': () => move(agent, { userId: mate.user.id, queueId: talk.queueId }),
    'the other answers': () => write(mate, 'Sou eu quem ajuda agora'),
    'the other closes': () => move(mate, { status: 'closed' }),
    'the customer writes again': () => say({ body: 'mais uma mensagem' }),
  };
  return Object.entries(steps).map(([name, run]) => ({ name, noun: 'conversation', run }));
}

/** Calls that need something of their own. */
const ready: Record<string, () => Promise<{ params?: object; body?: object }>> = {
  'POST /tickets': async () => ({ body: { contactId: await passerBy() } }),
  'POST /api/v1/tickets': async () => ({ body: { contactId: await passerBy() } }),
  'POST /v1/tickets/:ticketId/files': async () => {
    const upload = 'POST /files/uploadList/:fileListId';
    const body = formOf(upload, { id: of.fileOptionId, name: 'figura.png', mediaType: 'image/png' });
    await call(world.url, upload, { params: { fileListId: of.fileListId }, body, token: of.admin.token });
    return {};
  },
  'POST /v1/tickets/:ticketId/undo': async () => {
    const { ticketId } = of;
    await of.admin.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'open', userId: mate.user.id } });
    return {};
  },
  'PUT /v1/messages/:messageId': async () => ({ params: { messageId: await ours() } }),
  'DELETE /messages/:messageId': async () => ({ params: { messageId: await ours() } }),
  'DELETE /api/v1/tags/:tagId': async () => ({
    params: { tagId: (await of.admin.call('POST /tags', { body: { name: 'Breve', color: '#123456' } })).id },
  }),
  'DELETE /api/v1/contacts/:contactId': async () => ({ params: { contactId: await passerBy() } }),
  'DELETE /plans/:planId': async () => {
    const [plan] = (await operator.call('GET /plans')).plans.filter(({ id }) => id !== of.planId);
    return { params: { planId: plan?.id } };
  },
  'DELETE /whatsapp/:whatsappId': async () => ({ params: { whatsappId: await givenPhone(of.admin, 'Provisório') } }),
};

/** A contact that nobody knows yet. */
async function passerBy(): Promise<number> {
  return (await of.admin.call('POST /contacts', { body: { name: 'De Passagem', number: `55119876${51000 + ++count}` } })).id;
}

/** A message of ours that was sent. */
async function ours(): Promise<string> {
  const [message] = await of.admin.call('POST /messages/:ticketId', {
    params: { ticketId: of.ticketId },
    body: { body: 'mensagem nossa' },
  });
  await until(async () => {
    const { messages } = await of.admin.call('GET /messages/:ticketId', { params: { ticketId: of.ticketId }, query: { peek: true } });
    return messages.some(({ id, ack }) => id === message?.id && ack > 0);
  });
  return message?.id ?? '';
}

/** What the others need until the end. */
const lastCalls = ['DELETE /tickets/:ticketId', 'DELETE /contacts/:contactId', 'DELETE /v1/api-keys/:apiKeyId'];

const kinds = ['PUT', 'POST', 'DELETE'];
const rank = ({ route }: EndpointShape) => kinds.findIndex((kind) => route.startsWith(kind));
/** Of tickets and contacts, each has a noun of its own for every part that is changed: there are many. */
const nounOf = ({ route }: EndpointShape) => {
  const [noun = '', ...parts] = route
    .split('/')
    .slice(1)
    .filter((part) => !/^(v1|api|:.*)$/.test(part));
  return noun === 'tickets' || noun === 'contacts' ? [noun, ...parts].join('/') : noun;
};

/** Every call that may change something; what is deleted is deleted last, the parts of a thing before it. */
const calls = (): Step[] =>
  allEndpoints
    .filter(({ route }) => !route.startsWith('GET ') && !(route in uncalled))
    .sort((a, b) => rank(a) - rank(b) || b.route.length - a.route.length)
    .map((endpoint) => ({ name: endpoint.route, noun: nounOf(endpoint), run: () => act(endpoint) }));

/** One of each noun, then another of each: the news of one would hide that another has none. The `last` end the last batches, one each. */
function batchesOf(steps: Step[], last: Step[]): Step[][] {
  const batches: Step[][] = [];
  const before = new Map<string, number>();
  for (const step of steps) {
    const at = before.get(step.noun) ?? 0;
    before.set(step.noun, at + 1);
    const batch = batches[at] ?? [];
    batches[at] = [...batch, step];
  }
  for (const [at, step] of last.entries()) batches.at(at - last.length)?.push(step);
  return batches;
}

const refused = new Map<string, string>();

async function act(endpoint: EndpointShape): Promise<void> {
  const { route, access, multipart } = endpoint;
  const own = await ready[route]?.();
  const params = { ...paramsOf(endpoint, of), ...own?.params };
  const token = access === 'super' ? operator.token : tokenOf(endpoint, of);
  const smallest = endpoint.body && { ...bodyOf(endpoint, of), ...own?.body };
  // With its texts, where they may be given; what they are is for the tests of the feature.
  for (const body of [smallest && { ...textsOf(endpoint), ...smallest }, smallest]) {
    refused.delete(route);
    const sent = multipart === 'only' && body ? formOf(route, body) : body;
    await call(world.url, route, { params, body: sent, token }).catch((error) => {
      if (!(error instanceof CallFailed)) throw error;
      refused.set(route, error.message);
    });
    if (!refused.has(route)) return;
  }
}

let count = 0;

function textsOf({ body }: EndpointShape): Record<string, string> {
  const isText = /name|message|title|text|description|detail/i;
  const leaves = body ? leavesOf(inputOf(body)) : [];
  const texts = leaves.filter(
    ({ path, name, forms: [form] }) =>
      path.length === 1 && isText.test(name) && form?.type === 'string' && !form.enum && !form.format && !form.pattern,
  );
  return Object.fromEntries(texts.map(({ name }) => [name, `Outro texto ${++count}`]));
}

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

function formOf(route: string, body: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  const picture = new Blob([png], { type: 'image/png' });
  if (route.endsWith('/media-upload')) form.append('file', picture, 'figura.png');
  else if (route.startsWith('POST /files/')) form.append('files', picture, 'figura.png');
  else form.append('file', new Blob(['nome;numero\nHelena;5511999990000'], { type: 'text/csv' }), 'lista.csv');
  return form;
}

/** No job waits or runs, everything that was said has been heard, and what followed from it asked for. */
async function quiet(): Promise<void> {
  const { db } = world.app.base;
  await until(async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts`.execute(db);
    return rows[0]?.n === 0;
  }, 30_000);
  // News of one socket keep their order. Not every socket may stand yet.
  const fence = `fence-${++count}`;
  const heard = new Set<Browser>();
  const stops = Object.values(browsers).map((browser) => browser.listen(fence, () => heard.add(browser)));
  await until(() => {
    world.app.sockets.io.emit(fence);
    return heard.size === stops.length;
  }, 30_000);
  for (const stop of stops) stop();
  await Promise.all(Object.values(browsers).map((browser) => browser.rest()));
}

/** Who holds what otherwise than the server answers it. */
async function differences(): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(browsers).map(async ([name, browser]) => {
      const compared = await browser.compare(shortly);
      const answered = new Set(compared.map(({ key }) => key));
      // For the notes of a ticket that is out of sight nobody is refused: there are none.
      const isShown = (key: string) => !/^\["notes",\d+\]$/.test(key) || answered.has(key.replace('notes', 'followers'));
      return compared
        .filter(({ key }) => isShown(key))
        .flatMap(({ key, heard, asked }) =>
          differ(asked, heard, '')
            .filter(({ at }) => !mayDiffer.some(([pattern]) => pattern.test(`${key} ${at}`)))
            .map(({ at, what }) => `${name}, ${key} ${at}: ${what}`),
        );
    }),
  );
  return found.flat();
}

type Difference = { at: string; what: string };

function differ(asked: unknown, heard: unknown, at: string): Difference[] {
  const here = [{ at, what: `heard ${short(heard)}, asked ${short(asked)}` }];
  if (Object.is(asked, heard)) return [];
  if (typeof asked !== 'object' || typeof heard !== 'object' || !asked || !heard) return unsigned(asked) === unsigned(heard) ? [] : here;
  if (asked instanceof Map && heard instanceof Map) return differ(Object.fromEntries(asked), Object.fromEntries(heard), at);
  if (Array.isArray(asked) && Array.isArray(heard) && asked.length !== heard.length) return here;
  // News may tell more of a record than its list does.
  return Object.entries(asked).flatMap(([name, value]) => differ(value, (heard as Record<string, unknown>)[name], `${at}.${name}`));
}

/** Links to files are signed anew each time. */
const unsigned = (value: unknown) => (typeof value === 'string' ? value.replace(/\?.*/, '') : value);
const short = (value: unknown) => String(JSON.stringify(value)).slice(0, 200);

/** What differs once everything has come to rest. What the clock did between question and comparison is no difference any more the second time. */
async function differencesAtRest(counts = (_difference: string): boolean => true): Promise<string[]> {
  for (let again = 0; ; again++) {
    await quiet();
    const differing = (await differences()).filter(counts);
    if (differing.length === 0 || again === 2) return differing;
  }
}

test('who sees a conversation again knows what happened in it meanwhile', { timeout: 120_000 }, async () => {
  const { admin } = of;
  const params = { ticketId: talk.ticketId };
  const { contactId } = await admin.call('GET /tickets/:ticketId', { params });
  const note = (text: string, mentions: number[]) =>
    admin.call('POST /ticket-notes', { body: { note: text, ...params, contactId, mentions } });
  await move(agent, { status: 'open' });
  await note('Confere, por favor?', [agent.user.id]);
  await quiet();
  await move(agent, { queueId: elsewhereQueueId, userId: null });
  await quiet();
  await note('Ficou conosco por engano.', []);
  await admin.call('PUT /v1/tickets/:ticketId/follow', { params, body: { on: true } });
  await say({ body: 'mensagem enquanto isso' });
  await quiet();
  await move(admin, { queueId: talk.queueId, userId: null });
  expect(await differencesAtRest()).toEqual([]);
  await move(agent, { status: 'open' });
  expect(await differencesAtRest()).toEqual([]);
  await move(agent, { status: 'pending' });
});

test('whose contact was merged or split stands in all that is known of it', { timeout: 120_000 }, async () => {
  const { admin } = of;
  const { contactId } = await admin.call('GET /tickets/:ticketId', { params: { ticketId: talk.ticketId } });
  for (const kept of [of.idleContactId, of.contactId]) {
    const params = { contactId: kept };
    const { merge } = await admin.call('POST /v1/contacts/:contactId/merge', { params, body: { otherId: contactId } });
    // A page asks for notes by the contact that the ticket has then.
    const isShown = (difference: string) => !difference.includes(', ["notes');
    expect(await differencesAtRest(isShown)).toEqual([]);
    await admin.call('POST /v1/contacts/merges/:mergeId/split', { params: { mergeId: merge.id } });
    expect(await differencesAtRest(isShown)).toEqual([]);
  }
});

test('what was heard of every action is what is answered', { timeout: 300_000 }, async () => {
  expect(await differences()).toEqual([]);
  const found: string[] = [];
  const all = calls();
  const others = all.filter(({ name }) => !lastCalls.includes(name));
  const last = lastCalls.flatMap((route) => all.filter(({ name }) => name === route));
  for (const batch of batchesOf([...others, ...conversation()], last)) {
    for (const { run } of batch) await run();
    await quiet();
    const gone = batch.some(({ name }) => name === 'DELETE /tickets/:ticketId');
    if (gone) mayDiffer.push([new RegExp(`^\\["notes",${of.ticketId}\\] `), 'the ticket is gone']);
    const differing = await differencesAtRest();
    if (differing.length > 0) found.push(`after ${batch.map(({ name }) => name).join(', ')}:`, ...differing);
  }
  expect(found.join('\n')).toBe('');
  expect([...refused.keys()].sort(), [...refused.values()].join(', ')).toEqual(Object.keys(refusedHere).sort());
});
