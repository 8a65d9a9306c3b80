// What is not as the contract says is refused with the field named, and nothing is written. Every endpoint, every field, generated.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import type { EndpointShape } from '@balcao/contract/endpoint';
import type { ErrorBody, Issue } from '@balcao/contract/errors';
import type { Schema } from '@balcao/contract/openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from './client.ts';
import { type Furnished, furnish } from './furnished.ts';
import { newIp } from './people.ts';
import { allEndpoints, bodyOf, inputOf, type Leaf, leavesOf, paramsOf, queryOf, tokenOf, withValue } from './requests.ts';
import { createWorld, type World } from './world.ts';
import { type Writes, watchWrites } from './writes.ts';

let world: World;
let ours: Furnished;
let operatorToken: string;
let writes: Writes;

beforeAll(async () => {
  world = await createWorld({ roles: ['web'], config: { programCalls: { key: 1_000_000, token: 1_000_000 } } });
  ours = await furnish(world, 'Jabuticaba', '5511987650001');
  operatorToken = (await signIn(world.url, world.operator.email, world.operator.password, newIp())).token;
  writes = await watchWrites(world.database.superUrl);
});
afterAll(async () => {
  await writes?.close();
  await world?.close();
});

type Sent = {
  params?: Record<string, string | number>;
  search?: URLSearchParams;
  body?: string | FormData;
  headers?: Record<string, string>;
};
type Answer = { status: number; body: ErrorBody };

function addressOf(endpoint: EndpointShape, { params, search, headers }: Sent) {
  const [method = '', pattern = ''] = endpoint.route.split(' ');
  const filled = params ?? paramsOf(endpoint, ours);
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(filled[name] ?? ''));
  const url = `${path}${search?.size ? `?${search}` : ''}`;
  const token = endpoint.access === 'super' ? operatorToken : tokenOf(endpoint, ours);
  return { method, url, all: { authorization: `Bearer ${token}`, 'x-forwarded-for': newIp(), ...headers } };
}

/** Forms go over the wire; the rest, which is a lot, straight into the server. */
async function send(endpoint: EndpointShape, { body, ...sent }: Sent): Promise<Answer> {
  const { method, url, all } = addressOf(endpoint, sent);
  if (body instanceof FormData) {
    const response = await fetch(`${world.url}${url}`, { method, body, headers: all });
    return { status: response.status, body: parsed(await response.text()) };
  }
  const { http } = world.app;
  if (!http) throw new Error('this world serves no HTTP');
  const payload = body === undefined ? {} : { payload: body };
  const response = await http.inject({
    method: method as 'GET',
    url,
    ...payload,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...all },
  });
  return { status: response.statusCode, body: parsed(response.body) };
}

/** A form with one more file, of so many pieces, which is never whole in memory: sending that would take longer than all the rest. */
async function sendLarge(endpoint: EndpointShape, form: FormData, field: string, piece: Uint8Array, pieces: number): Promise<Answer> {
  const { method, url, all } = addressOf(endpoint, {});
  const coded = new Response(form);
  const type = coded.headers.get('content-type') ?? '';
  const boundary = /boundary=(.+)/.exec(type)?.[1] ?? '';
  const fields = (await coded.text()).replace(`--${boundary}--`, '').trimEnd();
  const disposition = `Content-Disposition: form-data; name="${field}"; filename="grande.bin"`;
  const head = `${fields && `${fields}\r\n`}--${boundary}\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const length = Buffer.byteLength(head) + piece.length * pieces + tail.length;
  const sending = request(`${world.url}${url}`, { method, headers: { ...all, 'content-type': type, 'content-length': length } });
  Readable.from([head, ...Array.from({ length: pieces }, () => piece), tail]).pipe(sending);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  // It may have heard enough before all is written.
  sending.on('error', () => undefined);
  const text = Buffer.concat(await response.toArray()).toString();
  sending.destroy();
  return { status: response.statusCode ?? 0, body: parsed(text) };
}

/** Some answers are files. */
function parsed(text: string): ErrorBody {
  return text.startsWith('{') ? (JSON.parse(text) as ErrorBody) : { error: '' };
}

/** What was written; how often programs called is counted whatever they say. */
const writtenRows = () => writes.count({ except: ['throttles'] });

type Case = { sent: Sent; names: string; what: string };

/** Requests that must all be refused, each naming its field, after which everything stands as before. */
async function expectRefused(endpoint: EndpointShape, cases: Case[]): Promise<void> {
  const before = await writtenRows();
  const wrong: unknown[] = [];
  for (const { sent, names, what } of cases) {
    const { status, body } = await send(endpoint, sent);
    const isNamed = isNamedIn(body, names) || body.issues?.some(({ path }: Issue) => names.startsWith(`${path}.`));
    if (status !== 400 || body.error !== 'ERR_VALIDATION' || !isNamed)
      wrong.push({ names, what, status, body: JSON.stringify(body).slice(0, 300) });
  }
  expect(wrong).toEqual([]);
  expect(await writtenRows()).toEqual(before);
}

function isNamedIn({ issues }: ErrorBody, names: string): boolean {
  return issues?.some(({ path }: Issue) => path === names || path.startsWith(`${names}.`)) ?? false;
}

type Wrong<V> = { field: string; what: string; value: V };

/**
 * The same for what a part of the request may hold, by its fields. A wrong value of each field goes together with one of every other, since there
 * are thousands; what the answer does not name then is sent by itself.
 */
async function expectEachRefused<V>(
  endpoint: EndpointShape,
  part: 'params' | 'query' | 'body',
  all: Wrong<V>[],
  sentWith: (some: Wrong<V>[]) => Sent,
): Promise<void> {
  const before = await writtenRows();
  const unnamed: Wrong<V>[] = [];
  for (let left = all; left.length > 0; ) {
    const together = [...new Map(left.map((each) => [each.field, each])).values()];
    left = left.filter((each) => !together.includes(each));
    const { status, body } = await send(endpoint, sentWith(together));
    const isRefused = status === 400 && body.error === 'ERR_VALIDATION';
    unnamed.push(...together.filter(({ field }) => !isRefused || !isNamedIn(body, `${part}.${field}`)));
  }
  expect(await writtenRows()).toEqual(before);
  await expectRefused(
    endpoint,
    unnamed.map((each) => ({ names: `${part}.${each.field}`, what: each.what, sent: sentWith([each]) })),
  );
}

/** Values that a field of these forms does not take. */
function wrongValues({ forms, required }: Leaf): [what: string, value: unknown][] {
  const has = (type: Schema['type']) => forms.some((form) => form.type === type || form.type === undefined);
  const texts = forms.filter(({ type }) => type === 'string');
  const numbers = forms.filter(({ type }) => type === 'number' || type === 'integer');
  const lists = forms.filter(({ type }) => type === 'array');
  const longest = Math.max(
    0,
    ...texts.map(
      ({ maxLength, enum: choices, pattern, const: only }) => maxLength ?? (choices || pattern || only !== undefined ? 300 : Infinity),
    ),
  );
  const most = Math.max(0, ...lists.map(({ maxItems = Infinity }) => maxItems));
  const highest = Math.max(...numbers.map(({ maximum = Infinity }) => maximum));
  const isLoose = numbers.some(
    ({ minimum, maximum, exclusiveMinimum }) => minimum === undefined && maximum === undefined && exclusiveMinimum === undefined,
  );
  const values: [string, unknown][] = [
    ['an object', { lixo: { lixo: [null] } }],
    ['a list of objects', [{ lixo: 1 }]],
    ['a list of lists', [[[[[]]]]]],
  ];
  if (required) values.push(['nothing', undefined]);
  if (!has('null')) values.push(['null', null]);
  if (!has('boolean')) values.push(['true', true]);
  if (!isLoose) values.push(['a huge number', 1e300], ['a fraction below zero', -0.5e9]);
  if (numbers.length > 0 && Number.isFinite(highest)) values.push(['one too many', highest + 1]);
  if (texts.length === 0) values.push(['text', 'lixo']);
  if (Number.isFinite(longest)) values.push(['text that is too long', 'x'.repeat(longest + 1)]);
  if (Number.isFinite(most) && lists.length > 0) values.push(['too many items', Array.from({ length: most + 1 }, () => 1)]);
  if (lists.length > 0) values.push(['a list with null in it', [null]]);
  return values;
}

const named = (some: EndpointShape[]) => some.map((endpoint) => [endpoint.route, endpoint] as const);
const withBody = allEndpoints.filter(({ body, multipart }) => body && multipart !== 'only');
const json = (body: unknown): Sent => ({ body: JSON.stringify(body) });

describe('a body', () => {
  test.each(named(withBody))('of %s is refused with any field of the wrong kind', async (_, endpoint) => {
    const schema = inputOf(endpoint.body ?? endpoint.answer);
    const wrong = leavesOf(schema).flatMap((leaf) =>
      wrongValues(leaf).map(([what, value]) => ({ field: leaf.path.join('.'), what, value, path: leaf.path })),
    );
    expect(wrong.length).toBeGreaterThan(0);
    const sentWith = (some: typeof wrong) =>
      json(some.reduce((body: unknown, { path, value }) => withValue(schema, body, path, value, ours), bodyOf(endpoint, ours)));
    // Within another field, one replaces the other.
    const [outer, inner] = [wrong.filter(({ path }) => path.length === 1), wrong.filter(({ path }) => path.length > 1)];
    await expectEachRefused(endpoint, 'body', outer, (some) => sentWith(some as typeof wrong));
    await expectRefused(
      endpoint,
      inner.map((each) => ({ names: `body.${each.field}`, what: each.what, sent: sentWith([each]) })),
    );
  });

  test.each(named(withBody))('of %s that is no object is refused', async (_, endpoint) => {
    const bodies = [[], [bodyOf(endpoint, ours)], 'text', 7, true];
    await expectRefused(
      endpoint,
      bodies.map((body) => ({ names: 'body', what: JSON.stringify(body), sent: json(body) })),
    );
  });

  test.each(named(allEndpoints.filter(({ route }) => !route.startsWith('GET '))))(
    'of %s that is no JSON is refused',
    async (_, endpoint) => {
      if (!endpoint.body) return;
      const before = await writtenRows();
      for (const body of ['{', '{"a":}', '{"a":1}{', "{'a':1}", 'undefined', '\u0000', '{"a":"\u0001"}']) {
        expect(await send(endpoint, { body })).toMatchObject({ status: 400, body: { error: 'ERR_BAD_REQUEST' } });
      }
      const type = (mime: string, body: string) => send(endpoint, { body, headers: { 'content-type': mime } });
      const valid = JSON.stringify(bodyOf(endpoint, ours));
      expect(await type('application/xml', '<a/>')).toMatchObject({ status: 400, body: { error: 'ERR_BAD_REQUEST' } });
      expect(await type('application/x-www-form-urlencoded', 'a=1')).toMatchObject({ status: 400, body: { error: 'ERR_BAD_REQUEST' } });
      expect(await type('not a type', valid)).toMatchObject({ status: 400, body: { error: 'ERR_BAD_REQUEST' } });
      expect(await type('text/plain', valid)).toMatchObject({ status: 400 });
      if (!endpoint.multipart) expect(await type('multipart/form-data; boundary=x', '--x--\r\n')).toMatchObject({ status: 400 });
      expect(await writtenRows()).toEqual(before);
    },
  );

  test('over 10 MB is refused before it is read, whoever sends it', async () => {
    const before = await writtenRows();
    // Only claimed: what is read of it would be too short.
    const headers = { 'content-length': String(10 * 1024 * 1024 + 11) };
    for (const endpoint of withBody) {
      expect([endpoint.route, await send(endpoint, { body: '{"name":"x"}', headers })]).toMatchObject([
        endpoint.route,
        { status: 413, body: { error: 'ERR_PAYLOAD_TOO_LARGE' } },
      ]);
    }
    expect(await writtenRows()).toEqual(before);
  });

  test('as deep as a well is refused or read, but kills nobody', async () => {
    const before = await writtenRows();
    for (const endpoint of withBody) {
      const { status } = await send(endpoint, { body: `${'['.repeat(20_000)}${']'.repeat(20_000)}` });
      expect([endpoint.route, status]).toEqual([endpoint.route, 400]);
    }
    expect(await writtenRows()).toEqual(before);
  });
});

/** Text that a schema of text takes, but a database, a regular expression or a prototype may choke on. */
const hostileTexts = [
  'Nome\u0000nulo',
  '\ud800 sem par',
  "'; drop table users; --%_\\",
  '\u202egnp.exe',
  '__proto__',
  '🤷🏽‍♀️'.repeat(3),
  '1e5',
  '9'.repeat(15),
];

describe('text that is text, but nasty', () => {
  // A refused sign-in counts as an attempt.
  const except = ['throttles', 'audit_log'];
  test.each(named(withBody))(
    'is stored whole or refused by %s, and never breaks it',
    async (_, endpoint) => {
      const schema = inputOf(endpoint.body ?? endpoint.answer);
      const texts = leavesOf(schema).filter(({ forms }) => forms.some(({ type }) => type === 'string'));
      let before = await writes.count({ except });
      const answerTo = async (leaves: Leaf[], text: string) => {
        const body = leaves.reduce((made: unknown, { path }) => withValue(schema, made, path, text, ours), bodyOf(endpoint, ours));
        const { status, body: answer } = await send(endpoint, json(body));
        expect([leaves.map(({ path }) => path.join('.')), text, status, answer.error]).toSatisfy(() => status < 500);
        const after = await writes.count({ except });
        if (status >= 400) expect(after).toEqual(before);
        before = after;
        return { status, answer };
      };
      const isFree = ({ forms }: Leaf) =>
        forms.some(({ type, enum: choices, pattern, const: only }) => type === 'string' && !choices && !pattern && only === undefined);
      for (const text of hostileTexts) {
        const meant = texts.filter((leaf) => isFree(leaf) || hostileTexts.indexOf(text) < 3);
        // Together, since there are thousands: whether they are taken or refused by name, that is known of each. Those within others follow alone.
        let together = meant.filter(({ path }) => path.length === 1);
        let alone = meant.filter(({ path }) => path.length > 1);
        while (together.length > 0) {
          const { status, answer } = await answerTo(together, text);
          if (status < 400) break;
          const left = together.filter(({ name }) => !isNamedIn(answer, `body.${name}`));
          if (left.length === together.length) alone = [...(left.length > 1 ? left : []), ...alone];
          together = left.length === together.length ? [] : left;
        }
        for (const leaf of alone) await answerTo([leaf], text);
      }
    },
    60_000,
  );

  test.each(named(allEndpoints.filter(({ query }) => query)))('in the query of %s breaks nothing', async (_, endpoint) => {
    const names = [...new Set(leavesOf(inputOf(endpoint.query ?? endpoint.answer)).map(({ path }) => String(path[0])))];
    for (const text of [...hostileTexts, '0000-01-01', '9999-12-31', '[999999999999999]']) {
      for (const name of names) {
        const { status } = await send(endpoint, { search: searchOf(endpoint, { [name]: text }) });
        expect([name, text, status]).toSatisfy(() => status < 500);
      }
    }
  });

  const withParams = allEndpoints.filter(({ params }) => params);
  test.each(named(withParams))('in the path of %s breaks nothing', async (_, endpoint) => {
    const before = await writtenRows();
    for (const name of Object.keys(paramsOf(endpoint, ours))) {
      for (const text of hostileTexts) {
        if (text.includes('\ud800')) continue;
        const { status } = await send(endpoint, {
          params: { ...paramsOf(endpoint, ours), [name]: text },
          ...(endpoint.body ? json(bodyOf(endpoint, ours)) : {}),
        });
        expect([name, text, status]).toSatisfy(() => status >= 400 && status < 500);
      }
    }
    expect(await writtenRows()).toEqual(before);
  });

  test('in a path that cannot be decoded is refused as every other', async () => {
    for (const path of ['/tickets/%ZZ', '/tickets/%c3%28', '/%00', '/media/%', `/tickets/${'9'.repeat(300)}`]) {
      const response = await fetch(`${world.url}${path}`, { headers: { authorization: `Bearer ${ours.admin.token}` } });
      expect([path, response.status]).toSatisfy(() => response.status >= 400 && response.status < 500);
      expect(((await response.json()) as ErrorBody).error).toMatch(/^ERR_/);
    }
  });
});

function searchOf(endpoint: EndpointShape, more: Record<string, string>): URLSearchParams {
  const required = Object.entries(queryOf(endpoint, ours) ?? {}).map(([key, value]) => [key, String(value)] as [string, string]);
  return new URLSearchParams([...required.filter(([key]) => !(key in more)), ...Object.entries(more)]);
}

describe('a query', () => {
  test.each(named(allEndpoints.filter(({ query }) => query)))('of %s is refused with any field of the wrong kind', async (_, endpoint) => {
    const wrong = leavesOf(inputOf(endpoint.query ?? endpoint.answer)).flatMap(({ name, required, forms }) => {
      const texts = forms.filter(({ type }) => type === 'string');
      const longest = Math.max(
        ...texts.map(
          ({ maxLength, enum: choices, pattern, const: only }) => maxLength ?? (choices || pattern || only !== undefined ? 300 : Infinity),
        ),
      );
      const isFree = texts.some(
        ({ pattern, enum: choices, const: only, maxLength }) => !pattern && !choices && only === undefined && maxLength !== 10_000,
      );
      const isNamed = (what: string) => forms.some(({ const: only, enum: choices }) => only === what || choices?.includes(what));
      const garbage = isFree ? [] : ['lixo', '-1', '1.5', '{}', '[{}]', '[', '1e9', ' '].filter((what) => !isNamed(what));
      const values: [what: string, ...values: string[]][] = garbage.map((what) => [what, what]);
      // A list may be written that way.
      if (!forms.some(({ type }) => type === 'array')) values.push(['twice', '1', '2']);
      if (Number.isFinite(longest)) values.push(['too long', 'x'.repeat(Math.min(longest + 1, 12_000))]);
      if (required) values.push(['missing']);
      return values.map(([what, ...value]) => ({ field: name, what, value }));
    });
    await expectEachRefused(endpoint, 'query', wrong, (some) => {
      const search = searchOf(endpoint, {});
      for (const { field, value } of some) {
        search.delete(field);
        for (const each of value) search.append(field, each);
      }
      return { search };
    });
  });
});

describe('an id in a path', () => {
  const garbage = ['lixo', '0', '-1', '1.5', '01', '1e3', '١', '99999999999999999999', '9'.repeat(190), ' 1', '1 ', 'null', '[1]', '1,2'];
  test.each(named(allEndpoints.filter(({ params, route }) => params && !route.includes(':settingKey'))))(
    'of %s is refused unless it is one',
    async (_, endpoint) => {
      const params = paramsOf(endpoint, ours);
      const wrong = Object.keys(params).flatMap((field) => garbage.map((what) => ({ field, what, value: what })));
      await expectEachRefused(endpoint, 'params', wrong, (some) => ({
        params: { ...params, ...Object.fromEntries(some.map(({ field, value }) => [field, value])) },
      }));
    },
  );
});

describe('keys that the contract does not know', () => {
  test.each(named(withBody.filter(({ access, multipart }) => access !== 'public' && multipart !== 'only')))(
    'are ignored by %s',
    async (_, endpoint) => {
      const polluted = JSON.stringify({ ...bodyOf(endpoint, ours), lixo: 1, companyId: 999, super: true, id: undefined }).replace(
        /}$/,
        ',"__proto__":{"super":true,"isAdmin":true},"constructor":{"prototype":{"super":true}}}',
      );
      const { status, body } = await send(endpoint, { body: polluted });
      expect([status, body.error, body.issues]).toSatisfy(() => status < 400 || (status < 500 && body.error !== 'ERR_VALIDATION'));
      expect(({} as { super?: unknown; isAdmin?: unknown }).super).toBeUndefined();
      const { rows } = await writes.client.query('select count(*)::int as n from users where super');
      expect(rows).toEqual([{ n: 1 }]);
    },
  );
});

describe('a form', () => {
  /** The field in which files come, by route. */
  const fileFields: Record<string, string> = {
    'POST /messages/:ticketId': 'medias',
    'POST /v1/tickets/:ticketId/template': 'file',
    'POST /ticket-notes': 'file',
    'POST /simulator/:whatsappId/messages': 'media',
    'POST /quick-messages/:quickMessageId/media-upload': 'file',
    'POST /files/uploadList/:fileListId': 'files',
    'POST /schedules/:scheduleId/media-upload': 'file',
    'POST /contacts/upload': 'file',
    'POST /v1/imports/preview': 'file',
    'POST /contact-lists/:contactListId/upload': 'file',
    'POST /campaigns/:campaignId/media-upload': 'file',
    'POST /v1/contact-lists/:contactListId/imports': 'file',
    'POST /v1/consents/import': 'file',
    'POST /queue/:queueId/media-upload': 'file',
    'POST /queue-options/:queueOptionId/media-upload': 'file',
    'POST /chats/:chatId/messages': 'medias',
    'POST /announcements/:announcementId/media-upload': 'file',
    'POST /api/messages/send': 'medias',
    'POST /api/v1/tickets/:ticketId/messages': 'medias',
  };
  const forms = allEndpoints.filter(({ multipart, route }) => multipart && route in fileFields);
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const formOf = (endpoint: EndpointShape, files: [field: string, bytes: Uint8Array, name: string][]) => {
    const form = new FormData();
    for (const [key, value] of Object.entries(bodyOf(endpoint, ours) ?? {})) if (typeof value !== 'object') form.append(key, String(value));
    for (const [field, bytes, name] of files) form.append(field, new Blob([bytes]), name);
    return form;
  };
  const fileOf = ({ route }: EndpointShape) => fileFields[route] ?? '';
  const refusedWith = async (endpoint: EndpointShape, sent: Sent, status: number) => {
    const before = await writtenRows();
    const answer = await send(endpoint, sent);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringMatching(/^\{"error":"ERR_/)]);
    expect(await writtenRows()).toEqual(before);
    return answer.body;
  };

  test('has a known field for its files wherever one is taken', () => {
    const unknown = allEndpoints.filter(({ multipart, route }) => multipart && !(route in fileFields)).map(({ route }) => route);
    expect(unknown, 'say in fileFields in which field these take files').toEqual([]);
  });

  // What has no name is dropped, and the list of files takes a form with nothing in it.
  const demanding = forms.filter(({ route }) => route !== 'POST /files/uploadList/:fileListId');

  test.each(named(demanding))('to %s that is broken is refused', async (_, endpoint) => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    const broken = [
      '',
      '--x',
      '--x\r\n',
      '--x\r\nContent-Disposition: form-data\r\n\r\nhi\r\n--x--\r\n',
      '--x\r\nContent-Disposition: form-data; name="body"\r\n\r\nhi',
      'no form at all',
      `--x\r\n${'A: b\r\n'.repeat(3000)}\r\n\r\n--x--\r\n`,
    ];
    for (const body of broken) await refusedWith(endpoint, { body, headers: type }, 400);
    await refusedWith(endpoint, { body: '--x--\r\n', headers: { 'content-type': 'multipart/form-data' } }, 400);
  });

  test.each(named(forms))('to %s with fields of the wrong kind is refused', async (_, endpoint) => {
    const schema = inputOf(endpoint.body ?? endpoint.answer);
    const cases = leavesOf(schema)
      .filter(({ path, forms }) => path.length === 1 && forms.some(({ type }) => type === 'object' || type === 'number'))
      .map(({ name }) => {
        const form = formOf(endpoint, []);
        form.set(name, 'lixo');
        return { names: `body.${name}`, what: 'text', sent: { body: form } };
      });
    const long = formOf(endpoint, []);
    long.set('body', 'x'.repeat(4097));
    await expectRefused(endpoint, [
      ...cases.filter(({ names }) => !/read|fromMe|quotedMsg/.test(names)),
      ...(leavesOf(schema).some(({ name }) => name === 'body') ? [{ names: 'body.body', what: 'too long', sent: { body: long } }] : []),
    ]);
    const polluted = formOf(endpoint, []);
    for (const name of ['__proto__', 'constructor', 'toString']) polluted.append(name, 'lixo');
    expect((await send(endpoint, { body: polluted })).status).toBeLessThan(500);
  });

  test.each(named(forms))('to %s with too much in it is refused', async (_, endpoint) => {
    const field = fileOf(endpoint);
    await refusedWith(
      endpoint,
      {
        body: formOf(
          endpoint,
          Array.from({ length: 21 }, (_, i) => [field, png, `${i}.png`]),
        ),
      },
      413,
    );
    const many = formOf(endpoint, []);
    for (let i = 0; i < 120; i++) many.append(`campo${i}`, 'x');
    await refusedWith(endpoint, { body: many }, 413);
    const long = formOf(endpoint, []);
    long.set('body', 'x'.repeat(300 * 1024));
    expect((await refusedWith(endpoint, { body: long }, 413)).error).toBe('ERR_PAYLOAD_TOO_LARGE');
  });

  test.each(named(forms))('to %s with an empty file is refused', async (_, endpoint) => {
    const body = await refusedWith(endpoint, { body: formOf(endpoint, [[fileOf(endpoint), new Uint8Array(), 'vazio.png']]) }, 400);
    expect(body.issues?.[0]?.path).toBe(`body.${fileOf(endpoint)}`);
  });

  // One rule for all: what sets them apart is what the contract says of their files.
  const ofEachLimit = [...new Map(forms.map((endpoint) => [JSON.stringify(endpoint.files), endpoint])).values()];

  test.each(named(ofEachLimit))('to %s with a file over 100 MB is refused', async (_, endpoint) => {
    const before = await writtenRows();
    const { status, body } = await sendLarge(endpoint, formOf(endpoint, []), fileOf(endpoint), new Uint8Array(8 * 1024 * 1024), 13);
    expect([status, JSON.stringify(body)]).toEqual([413, expect.stringMatching(/^\{"error":"ERR_/)]);
    expect(await writtenRows()).toEqual(before);
  });

  test.each(named(forms))('to %s with a file under a wicked name keeps it apart from every path', async (_, endpoint) => {
    for (const name of ['../../etc/passwd', 'C:\\temp\\a.png', '\u202egnp.exe', 'a\u0000b.png', `${'n'.repeat(5000)}.png`, '.']) {
      const { status, body } = await send(endpoint, { body: formOf(endpoint, [[fileOf(endpoint), png, name]]) });
      expect([name.slice(0, 20), status, body.error]).toSatisfy(() => status < 500);
    }
  });
});
