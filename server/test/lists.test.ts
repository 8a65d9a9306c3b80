// Lists, page by page, and what is found in them. Derived from the contract: a list that is added is tested, or the test says what it is not
// told.
import type { EndpointShape } from '@balcao/contract/endpoint';
import type { TicketView } from '@balcao/contract/tickets';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { platformTransaction } from '../src/platform/db/transaction.ts';
import { type Client, call } from './client.ts';
import { type Collation, collations } from './database.ts';
import { givenPhone } from './given.ts';
import { givenCompany } from './people.ts';
import { allEndpoints, inputOf, leavesOf } from './requests.ts';
import { createWorld, type World } from './world.ts';

const worlds = {} as Record<Collation, World>;
/** The one that the test is about. */
let world: World;
beforeAll(async () => {
  for (const collation of collations) worlds[collation] = await createWorld({ roles: ['web'], collation });
});
beforeEach(() => {
  world = worlds.bytes;
});
afterAll(() => Promise.all(Object.values(worlds).map((each) => each.close())));

type Item = { name: string; at?: string };
type List = {
  /** Rows of a page, as clients know it; null: all rows at once. */
  page: number | null;
  /** Where the rows are in the answer; null: it is the list itself. */
  rows: string | null;
  /** The name of a row, as it was given. */
  nameOf(row: never): string;
  /** Adds rows with these names to the company. Answers what fills the path. */
  fill(admin: Client, items: Item[]): Promise<Record<string, number>>;
  /** Rows of every company, even of a new one. */
  already?: number;
  /** Searches of fewer than three letters find the beginning only. */
  shortFindsBeginnings?: boolean;
  /** Without words that are searched for it finds nothing. */
  nothingUnasked?: boolean;
  /** What the list needs to show all rows. */
  query?: Record<string, unknown>;
  /** The same, if only the company tells. */
  queryOf?(admin: Client): Promise<Record<string, unknown>>;
};

async function insert(admin: Client, items: Item[], statement: (companyId: number, given: RawBuilder<unknown>) => RawBuilder<unknown>) {
  const [names, times] = [items.map(({ name }) => name), items.map(({ at }) => at ?? new Date().toISOString())];
  const given = sql`unnest(${names}::text[], ${times}::timestamptz[]) with ordinality as given (name, at, i)`;
  await platformTransaction(world.app.base, ({ db }) => statement(admin.user.companyId, given).execute(db));
  return {};
}

const theTicket = async (admin: Client) => (await admin.call('GET /tickets', { query: { showAll: true } })).tickets[0];

async function firstMessage(admin: Client): Promise<TicketView> {
  const params = { whatsappId: await givenPhone(admin) };
  await admin.call('POST /simulator/:whatsappId/messages', { params, body: { from: '5511987650001', name: 'Cliente', body: 'primeira' } });
  const ticket = await theTicket(admin);
  if (!ticket) throw new Error('the customer wrote, but there is no ticket');
  return ticket;
}

const named = (row: { name: string }) => row.name;
const addContacts: List['fill'] = (admin, items) =>
  insert(
    admin,
    items,
    (company, given) => sql`insert into contacts (company_id, name, created_at) select ${company}, name, at from ${given}`,
  );
const insertScheduled = (company: number, given: RawBuilder<unknown>) => sql`
  with c as (insert into contacts (company_id, name, created_at) select ${company}, name, at from ${given} returning id, created_at)
  insert into scheduled_messages (company_id, contact_id, body, send_at, timed_at, try_at, month_day, created_at, updated_at)
  select ${company}, id, '', created_at, created_at, created_at, 1, created_at, created_at from c order by id`;
const addTags: List['fill'] = (admin, items) =>
  insert(
    admin,
    items,
    (company, given) => sql`insert into tags (company_id, name, color) select ${company}, name, '#1164a9' from ${given}`,
  );

const addTickets: List['fill'] = (admin, items) =>
  insert(
    admin,
    items,
    (company, given) => sql`
      with people as (insert into contacts (company_id, name, created_at) select ${company}, name, at from ${given} returning id, created_at)
      insert into tickets (company_id, number, protocol, status, contact_id, created_at, updated_at)
      select ${company}, id, id, 'pending', id, created_at, created_at from people`,
  );
/** The only contact list of a company. */
async function theList(admin: Client): Promise<{ id: number }> {
  const [known] = (await admin.call('GET /contact-lists')).records;
  return known ?? admin.call('POST /contact-lists', { body: { name: 'Clientes' } });
}
/** Of lists that all companies share, each test begins with none. */
function emptied(table: 'announcements' | 'helps', add: List['fill']): List['fill'] {
  let last: Client | null = null;
  return async (admin, items) => {
    if (last !== admin) await platformTransaction(world.app.base, ({ db }) => db.deleteFrom(table).execute());
    last = admin;
    return add(admin, items);
  };
}

const titled = (row: { title: string }) => row.title;
const addAnnouncements = emptied('announcements', (admin, items) =>
  insert(
    admin,
    items,
    (company, given) =>
      sql`insert into announcements (company_id, title, text, created_at) select ${company}, name, 'Texto', at from ${given}`,
  ),
);
const addHelps = emptied('helps', (admin, items) =>
  insert(
    admin,
    items,
    (_, given) => sql`insert into helps (title, description, video) select name, 'Como fazer', 'dQw4w9WgXcQ' from ${given}`,
  ),
);

/** Attendances that were queued, finished and rated when the test says. */
const addAttendances: List['fill'] = (admin, items) =>
  insert(
    admin,
    items,
    (company, given) => sql`
      with people as (insert into contacts (company_id, name) select ${company}, name from ${given} returning id)
      insert into attendances (company_id, contact_id, queued_at, started_at, finished_at, rating) select ${company}, id, now(), now(), now(), 3 from people`,
  );
const ofContact = (row: { contact: { name: string } }) => row.contact.name;

const lists: Record<string, List> = {
  'GET /v1/dashboard/attendances': {
    page: 20,
    rows: 'records',
    nameOf: ofContact,
    query: { days: 3, of: 'finished' },
    fill: addAttendances,
  },
  'GET /v1/dashboard/ratings': { page: 20, rows: 'records', nameOf: ofContact, query: { days: 3 }, fill: addAttendances },
  'GET /invoices/all': {
    page: 20,
    rows: 'invoices',
    nameOf: (row: { detail: string }) => row.detail,
    fill: (admin, items) =>
      insert(
        admin,
        items,
        (company, given) => sql`
          insert into invoices (company_id, due_date, detail, plan_id, recurrence, value_cents)
          select ${company}, date '2020-01-01' + i::int + (select count(*)::int from invoices where company_id = ${company}), name, 1, 'MENSAL', 100 from ${given}`,
      ),
    already: 1,
  },
  'GET /announcements': { page: 20, rows: 'records', nameOf: titled, fill: addAnnouncements },
  'GET /helps': { page: 20, rows: 'records', nameOf: titled, fill: addHelps },
  'GET /contacts': { page: 30, rows: 'contacts', nameOf: named, fill: addContacts, shortFindsBeginnings: true },
  'GET /contacts/list': { page: null, rows: null, nameOf: named, fill: addContacts, shortFindsBeginnings: true },
  'GET /tickets': {
    page: 40,
    rows: 'tickets',
    query: { showAll: true },
    nameOf: (row: { contact: { name: string } }) => row.contact.name,
    shortFindsBeginnings: true,
    fill: addTickets,
  },
  'GET /ticket/kanban': {
    page: 40,
    rows: 'tickets',
    query: { showAll: true },
    nameOf: (row: { contact: { name: string } }) => row.contact.name,
    shortFindsBeginnings: true,
    fill: addTickets,
  },
  'GET /messages/:ticketId': {
    page: 20,
    rows: 'messages',
    nameOf: (row: { body: string }) => row.body,
    async fill(admin, items) {
      const ticket = (await theTicket(admin)) ?? (await firstMessage(admin));
      await insert(
        admin,
        items,
        (company, given) => sql`
          insert into messages (company_id, ticket_id, contact_id, connection_id, from_me, body, media_type, state, sent_at)
          select ${company}, ${ticket.id}, ${ticket.contactId}, ${ticket.whatsappId}, false, name, 'conversation', 'received', at from ${given}`,
      );
      return { ticketId: ticket.id };
    },
    already: 1,
  },
  'GET /v1/tickets/:ticketId/find': {
    page: null,
    rows: 'hits',
    nameOf: (row: { body: string }) => row.body,
    fill: (admin, items) => lists['GET /messages/:ticketId']?.fill(admin, items) ?? Promise.resolve({}),
    nothingUnasked: true,
  },
  'GET /v1/message-hits': {
    page: null,
    rows: null,
    nameOf: (row: { body: string }) => row.body,
    fill: (admin, items) => lists['GET /messages/:ticketId']?.fill(admin, items) ?? Promise.resolve({}),
    nothingUnasked: true,
    queryOf: async (admin) => ({ ticketIds: [(await theTicket(admin))?.id ?? 0] }),
  },
  'GET /v1/contacts/:contactId/media': {
    page: 24,
    rows: 'messages',
    nameOf: (row: { body: string }) => row.body,
    query: { kind: 'links' },
    async fill(admin, items) {
      const linked = items.map((item) => ({ ...item, name: `${item.name} https://loja.example` }));
      await lists['GET /messages/:ticketId']?.fill(admin, linked);
      return { contactId: (await theTicket(admin))?.contactId ?? 0 };
    },
  },
  'GET /users': {
    page: 20,
    rows: 'users',
    nameOf: named,
    already: 1,
    fill: (admin, items) =>
      // Users are found by their e-mail too, so it must hold nothing that is searched for.
      insert(
        admin,
        items,
        (company, given) => sql`
          insert into users (company_id, name, email, password_hash) select ${company}, name, translate(gen_random_uuid()::text, 'abcdef', 'ghijkl') || '@loja.example', '' from ${given}`,
      ),
  },
  'GET /tags': { page: 20, rows: 'tags', nameOf: named, fill: addTags },
  'GET /tags/list': { page: null, rows: null, nameOf: named, fill: addTags },
  'GET /quick-messages': {
    page: 20,
    rows: 'records',
    nameOf: (row: { shortcode: string }) => row.shortcode,
    fill: (admin, items) =>
      insert(
        admin,
        items,
        (company, given) =>
          sql`insert into quick_messages (company_id, user_id, shortcode, message, shared) select ${company}, ${admin.user.id}, name, 'Oi', true from ${given}`,
      ),
  },
  'GET /chats': {
    page: 20,
    rows: 'records',
    nameOf: (row: { title: string }) => row.title,
    fill: (admin, items) =>
      insert(
        admin,
        items,
        (company, given) => sql`
          with made as (insert into chats (company_id, title, owner_id) select ${company}, name, ${admin.user.id} from ${given} returning id)
          insert into chat_members (company_id, chat_id, user_id) select ${company}, id, ${admin.user.id} from made`,
      ),
  },
  'GET /chats/:chatId/messages': {
    page: 20,
    rows: 'records',
    nameOf: (row: { message: string }) => row.message,
    async fill(admin, items) {
      const [held] = (await admin.call('GET /chats')).records;
      const chat = held ?? (await admin.call('POST /chats', { body: { title: 'Equipe', users: [admin.user.id] } }));
      await insert(
        admin,
        items,
        (company, given) => sql`
          insert into chat_messages (company_id, chat_id, sender_id, body) select ${company}, ${chat.id}, ${admin.user.id}, name from ${given}`,
      );
      return { chatId: chat.id };
    },
  },
  'GET /v1/connections/:whatsappId/templates': {
    page: 20,
    rows: 'templates',
    nameOf: named,
    fill: async (admin, items) => {
      const [there] = await admin.call('GET /whatsapp');
      const whatsappId = there?.id ?? (await givenPhone(admin));
      await insert(
        admin,
        items,
        (company, given) => sql`
          insert into templates (company_id, connection_id, name, language, category, status, content, seen_at)
          select ${company}, ${whatsappId}, name, 'l' || i, 'UTILITY', 'APPROVED',
            '{"header":null,"body":"Oi","footer":null,"buttons":[],"unsupported":null}', at from ${given}`,
      );
      return { whatsappId };
    },
  },
  'GET /files': {
    page: 20,
    rows: 'files',
    nameOf: named,
    fill: (admin, items) =>
      insert(
        admin,
        items,
        (company, given) => sql`insert into file_lists (company_id, name, message) select ${company}, name, '' from ${given}`,
      ),
  },
  'GET /schedules': {
    page: 20,
    rows: 'schedules',
    nameOf: (row: { contact: { name: string } }) => row.contact.name,
    fill: (admin, items) => insert(admin, items, insertScheduled),
  },
  'GET /v1/schedules/calendar': {
    page: null,
    rows: 'schedules',
    nameOf: (row: { contact: { name: string } }) => row.contact.name,
    fill: (admin, items) => insert(admin, items, insertScheduled),
    query: { from: '2000-01-01T00:00', to: '2099-01-01T00:00' },
  },
  'GET /v1/imports': {
    page: 20,
    rows: 'imports',
    nameOf: (row: { fileName: string }) => row.fileName,
    fill: (admin, items) =>
      insert(
        admin,
        items,
        (company, given) => sql`
          insert into imports (company_id, file_key, file_name, mapping, status)
          select ${company}, 'nowhere.xlsx', name, '{"name":0,"number":1,"email":null}', 'done' from ${given}`,
      ),
  },
  'GET /campaigns': {
    page: 20,
    rows: 'records',
    nameOf: named,
    fill: (admin, items) =>
      insert(admin, items, (company, given) => sql`insert into campaigns (company_id, name) select ${company}, name from ${given}`),
  },
  'GET /prompt': {
    page: 20,
    rows: 'prompts',
    nameOf: named,
    fill: (admin, items) =>
      insert(
        admin,
        items,
        (company, given) => sql`
          insert into prompts (company_id, name, prompt, model, api_key, max_tokens, temperature, max_messages, voice_model, transcription_model)
          select ${company}, name, 'x', 'x', '', 1, 1, 1, 'x', 'x' from ${given}`,
      ),
  },
  'GET /v1/campaigns/:campaignId/shippings': {
    page: 20,
    rows: 'records',
    nameOf: named,
    async fill(admin, items) {
      const [known] = (await admin.call('GET /campaigns')).records;
      const { id } = known ?? (await admin.call('POST /campaigns', { body: { name: 'Natal' } }));
      await insert(
        admin,
        items,
        (company, given) => sql`
          insert into campaign_shippings (company_id, campaign_id, name, number)
          select ${company}, ${id}, name, translate(gen_random_uuid()::text, 'abcdef-', '2222222') from ${given} order by name`,
      );
      return { campaignId: id };
    },
  },
  'GET /v1/queueIntegration/:integrationId/deliveries': {
    page: 20,
    rows: 'deliveries',
    nameOf: (row: { contactName: string }) => row.contactName,
    async fill(admin, items) {
      const [known] = (await admin.call('GET /queueIntegration')).queueIntegrations;
      const body = { type: 'webhook', name: 'Pedidos', urlN8N: 'https://bot.example' } as const;
      const { id } = known ?? (await admin.call('POST /queueIntegration', { body }));
      await insert(
        admin,
        items,
        (company, given) => sql`
          insert into integration_deliveries (company_id, integration_id, attendance_id, message_id, contact_name, event_id, payload)
          select ${company}, ${id}, 0, (select count(*) from integration_deliveries) + i, name, gen_random_uuid(), '{}' from ${given} order by i`,
      );
      return { integrationId: id };
    },
  },
  'GET /queueIntegration': {
    page: 20,
    rows: 'queueIntegrations',
    nameOf: named,
    fill: (admin, items) =>
      insert(
        admin,
        items,
        (company, given) =>
          sql`insert into integrations (company_id, type, name, created_at) select ${company}, 'webhook', name, at from ${given}`,
      ),
  },
  'GET /contact-lists': {
    page: 20,
    rows: 'records',
    nameOf: named,
    fill: (admin, items) =>
      insert(admin, items, (company, given) => sql`insert into contact_lists (company_id, name) select ${company}, name from ${given}`),
  },
  'GET /contact-list-items': {
    page: 20,
    rows: 'contacts',
    nameOf: named,
    queryOf: async (admin) => ({ contactListId: (await theList(admin)).id }),
    async fill(admin, items) {
      const list = await theList(admin);
      return insert(
        admin,
        items,
        // The number is searched too, so it must hold nothing that is searched for.
        (company, given) => sql`
          insert into contact_list_items (company_id, list_id, name, number)
          select ${company}, ${list.id}, name, translate(gen_random_uuid()::text, 'abcdef-', '2222222') from ${given}`,
      );
    },
  },
  'GET /v1/consents': {
    page: 20,
    rows: 'consents',
    nameOf: (row: { words: string }) => row.words,
    fill: (admin, items) =>
      insert(
        admin,
        items,
        (company, given) => sql`
          insert into contact_consents (company_id, state, words, source) select ${company}, 'out', name, 'import' from ${given}`,
      ),
  },
};

/** The endpoints with one of these fields in their query. What lists companies is above them, and tested with its feature. */
function endpointsWith(...fields: string[]): (readonly [string, EndpointShape])[] {
  return allEndpoints
    .filter(({ access }) => access !== 'super')
    .filter(({ query, route }) => query && route.startsWith('GET ') && leavesOf(inputOf(query)).some(({ name }) => fields.includes(name)))
    .map((endpoint) => [endpoint.route, endpoint]);
}

function listOf(route: string): List {
  const list = lists[route];
  if (!list) throw new Error(`Say in server/test/lists.test.ts what the rows of ${route} are, and how to add some.`);
  return list;
}

type Page = { names: string[]; hasMore?: boolean; count?: number };

async function ask(route: string, admin: Client, params: Record<string, number>, query: Record<string, unknown>): Promise<Page> {
  const list = listOf(route);
  const all = { ...list.query, ...(await list.queryOf?.(admin)), ...query };
  const answer = await (await call(world.url, route, { params, query: all, token: admin.token })).json();
  const rows = (list.rows === null ? answer : (answer as Record<string, unknown>)[list.rows]) as never[];
  return { names: rows.map(list.nameOf), ...(list.rows === null ? {} : (answer as Omit<Page, 'names'>)) };
}

const many = (word: string, count: number, from = 0): Item[] =>
  Array.from({ length: count }, (_, i) => ({ name: `${word} ${String(from + i).padStart(3, '0')}` }));

describe('a page', () => {
  const paged = endpointsWith('pageNumber');

  test.each(paged)('of %s is full at its last row, and one more begins the next', async (route, { query }) => {
    const list = listOf(route);
    const { page, already = 0 } = list;
    if (page === null) throw new Error(`${route} has pages, so the test must know how many rows one has`);
    const admin = await givenCompany(world.url);
    const params = await list.fill(admin, many('Linha', page - already));
    const full = await ask(route, admin, params, {});
    expect(full).toMatchObject({ names: { length: page }, hasMore: false });
    expect(await ask(route, admin, params, { pageNumber: 2 })).toMatchObject({ names: [], hasMore: false });
    if (full.count !== undefined) expect(full.count).toBe(page);

    await list.fill(admin, many('Linha', 1, page));
    const first = await ask(route, admin, params, {});
    const second = await ask(route, admin, params, { pageNumber: 2 });
    expect(first).toMatchObject({ names: { length: page }, hasMore: true });
    expect(second).toMatchObject({ names: { length: 1 }, hasMore: false });
    expect(new Set([...first.names, ...second.names]).size).toBe(page + 1);
    if (first.count !== undefined) expect([first.count, second.count]).toEqual([page + 1, page + 1]);
    if (query && !leavesOf(inputOf(query)).some(({ name }) => name === 'searchParam')) return;

    const searching = await givenCompany(world.url);
    const theirs = await list.fill(searching, [...many('Achada', page), ...many('Outra', 3)]);
    const found = await ask(route, searching, theirs, { searchParam: 'achada' });
    expect(found).toMatchObject({ names: { length: page }, hasMore: false, count: page });
    await list.fill(searching, many('Achada', 1, page));
    const begun = await ask(route, searching, theirs, { searchParam: 'achada' });
    const rest = await ask(route, searching, theirs, { searchParam: 'achada', pageNumber: 2 });
    expect(begun).toMatchObject({ names: { length: page }, hasMore: true, count: page + 1 });
    expect(rest).toMatchObject({ names: { length: 1 }, hasMore: false, count: page + 1 });
    expect(begun.names).not.toContain(rest.names[0]);
  });
});

describe('a search', () => {
  const names = [
    '100% puro',
    '100x puro',
    'sub_traço',
    'subxtraco',
    'barra\\invertida',
    'barrainvertida',
    '%começo',
    '_começo',
    'Ícaro Água',
    'ＡＢＣ',
  ];
  const searches = [
    ...['%', '_', '\\', '0%', 'b_', '%c', '%%', '__', '\\\\', '％', '＿', '％％', '＼'],
    ...[
      '100%',
      '0% p',
      'b_t',
      'a\\i',
      '%co',
      '_co',
      '%%%',
      '___',
      '%_%',
      '\\%\\',
      '％％％',
      '＿＿＿',
      '＼＼＼',
      '１００％',
      'b＿t',
      'a＼i',
    ],
    ...['icaro', 'ÁGUA', 'abc', 'puro', '\u0301\u0301\u0301', "'; --", 'nada disto'],
  ];
  const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const cases = endpointsWith('searchParam', 'name').flatMap(([route, { query }]) =>
    collations.map((collation) => [route, collation, query] as const),
  );

  test.each(cases)('of %s takes every letter as it is, in a database that sorts by %s', async (route, collation, query) => {
    world = worlds[collation];
    const list = listOf(route);
    const field = query && leavesOf(inputOf(query)).some(({ name }) => name === 'name') ? 'name' : 'searchParam';
    const admin = await givenCompany(world.url);
    const params = await list.fill(
      admin,
      names.map((name) => ({ name })),
    );
    const everything = (await ask(route, admin, params, {})).names;
    if (list.nothingUnasked) expect(everything).toEqual([]);
    else expect(everything).toEqual(expect.arrayContaining(names));
    for (const search of searches) {
      const isShort = list.shortFindsBeginnings && [...search].length < 3;
      const isFound = (name: string) =>
        isShort ? name.toLowerCase().startsWith(search.toLowerCase()) : plain(search) !== '' && plain(name).includes(plain(search));
      const { names: found } = await ask(route, admin, params, { [field]: search });
      expect([search, found.sort()]).toEqual([search, names.filter(isFound).sort()]);
    }
  });
});

describe('a day', () => {
  const zones = { 'America/Sao_Paulo': '-03:00', 'Asia/Tokyo': '+09:00' };
  const cases = endpointsWith('date', 'dateStart', 'dateEnd', 'updatedAt').flatMap(([route, { query }]) =>
    (query ? leavesOf(inputOf(query)) : [])
      .filter(({ name }) => /^(date|updatedAt)/.test(name))
      .flatMap(({ name }) => Object.entries(zones).map(([zone, offset]) => [route, name, zone, offset] as const)),
  );

  test.each(cases)('of %s by %s is the company’s own, in %s', async (route, field, zone, offset) => {
    const admin = await givenCompany(world.url);
    await admin.call('PUT /settings/:settingKey', { params: { settingKey: 'timeZone' }, body: { value: zone } });
    const times = ['09T23:59:59.999', '10T00:00:00.000', '10T23:30:00.000', '10T23:59:59.999', '11T00:00:00.000'];
    await listOf(route).fill(
      admin,
      times.map((name) => ({ name, at: `2026-03-${name}${offset}` })),
    );
    const wanted = field === 'dateStart' ? times.slice(1) : field === 'dateEnd' ? times.slice(0, 4) : times.slice(1, 4);
    expect((await ask(route, admin, {}, { [field]: '2026-03-10' })).names.sort()).toEqual(wanted);
  });
});
