// What the stores ask the database, without asking it: each of their functions is called with stand-ins, on a database that only writes down.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CompiledQuery,
  DummyDriver,
  isExpression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { DB } from '../src/tables.ts';

export type StoreFunction = {
  /** E.g. `desk/tags/store.ts: findTagByName`. */
  name: string;
  /** What it asks, as far as stand-ins take it: one that would be told something else may ask more. */
  statements: string[];
};

const root = join(import.meta.dirname, '../src/features');
/** More, and a function repeats itself, for a stand-in never is what it waits for. */
const statementsMax = 30;

/** Every function that a store exports. */
export async function storeFunctions(): Promise<StoreFunction[]> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\/store(\/[^/]+)?\.ts$/.test(file) && !file.endsWith('.test.ts'),
  );
  const found: StoreFunction[] = [];
  for (const file of files.sort()) {
    const module = (await import(join(root, file))) as Record<string, unknown>;
    for (const [key, value] of Object.entries(module)) {
      if (typeof value !== 'function') continue;
      const name = `${file}: ${key}`;
      const statements = await statementsOf(name, value as Callable);
      if (statements) found.push({ name, statements });
    }
  }
  return found;
}

type Callable = (...args: unknown[]) => unknown;

const noting = {
  ticket: () => sql`select * from tickets where company_id = 1 and id = 1`,
  response: null,
  row: () => sql`select * from t`,
};

const notingAll = { tickets: sql`select * from tickets where company_id = 1 and id in (select ticket_id from m)`, row: noting.row };
const aTick = { connectionId: 1, key: 'key', externalId: 'id', to: { state: 'read', ack: 3 } };

const agent = { id: 1, profile: 'user', queueIds: [1], allTicket: true };
const listing = { tags: [1], lane: 1, hasFile: true, unread: true, untagged: true, from: '2026-01-01', to: '2026-01-31', timeZone: 'UTC' };
const january = { from: '2026-01-01', until: '2026-01-31', timeZone: 'UTC' };

/** What stand-ins cannot be: the name of a table or of a column, or a number that the text of a statement has in it. */
const given: Record<string, unknown[]> = {
  'company/companies/store.ts: countOf': ['users'],
  'company/companies/store.ts: insertCompany': [{ name: 'Loja' }],
  'company/companies/store.ts: saveCompany': [{ name: 'Loja' }],
  'company/plans/store.ts: insertPlan': [{ name: 'Plano' }],
  'company/plans/store.ts: savePlan': [1, { name: 'Plano' }, new Date()],
  'company/usage/store.ts: listUsageRows': [{ search: 'loja', sort: 'name', order: 'asc' }, 20, 0],
  'company/system/store/file-owners.ts: keysNamedBy': ['messages', { id: 1 }],
  'desk/messages/store/journal.ts: noteKey': [1, 'key', new Date()],
  'desk/messages/store/messages.ts: insertReceived': [{ body: '', updated_at: new Date() }, noting],
  'desk/messages/store/messages.ts: insertQueued': [{ body: '', updated_at: new Date() }, noting, { overrules: false }],
  'desk/tickets/store/list.ts: countFilters': [agent, listing],
  'desk/tickets/store/list.ts: countTickets': [agent, listing],
  'desk/tickets/store/list.ts: listTickets': [agent, listing, 1, 0],
  'desk/tickets/store/search.ts: searchTickets': [agent, 'pedido', {}],
  'desk/messages/store/together.ts: insertTexts': [[{ ticketId: 1 }], notingAll, new Date()],
  'desk/messages/store/together.ts: takeTicks': [[aTick], () => sql`select t.id from tickets t`, new Date()],
  'desk/messages/store/together.ts: settleSent': [[{ id: 1, sentAs: 'id' }], () => sql`select t.id from tickets t`, new Date()],
  'desk/tickets/store/held.ts: openChats': [[{ connectionId: 1, contactId: 1, key: 'key', externalId: 'id' }], new Date()],
  'desk/contacts/store/contacts.ts: contactsBehindEach': [[[{ kind: 'phone', value: '1' }]]],
  'desk/messages/store/journal.ts: insertFailedEvent': [1, { key: 'key', payload: {}, error: '', now: new Date(), nextAttemptAt: null }],
  'desk/messages/store/journal-days.ts: addJournalDay': ['inbound_events', '2026-01-01'],
  'desk/messages/store/journal-days.ts: dropJournalDay': ['inbound_events', '2026-01-01', '2026-02-01'],
  'desk/messages/store/journal-days.ts: emptyJournalRest': ['inbound_events', '2026-01-01'],
  'desk/messages/store/journal-days.ts: journalDays': ['inbound_events'],
  'outbound/contact-lists/store/filtering.ts: compareNext': [
    { id: 1, filter: { tags: [1], lastContact: { wrote: 'within', days: 1 }, field: { name: 'Cidade', value: '' } }, removing: true },
    0,
    { now: new Date(), limit: 1 },
  ],
  'insight/dashboard/store/figures.ts: sumTimes': [january, 'queue'],
  'insight/dashboard/store/kept.ts: keepFigures': [january, 'finished', 5],
  'insight/dashboard/store/times.ts: finishedMoreThan': [january, 10],
  'insight/dashboard/store/times.ts: measureTimes': [january, 'queue'],
  'insight/dashboard/store/times.ts: nameGroups': ['queue', [1]],
  'team/notices/store/devices.ts: saveDevice': [{ user_id: 1, session_id: '', endpoint: '', p256dh: '', auth: '' }],
  'team/announcements/store.ts: insertAnnouncement': [{ title: 'Aviso', text: '' }],
  'team/helps/store.ts: insertHelp': [{ title: 'Vídeo', video: '' }],
  'team/helps/store.ts: saveHelp': [1, { title: 'Vídeo' }],
  'automation/inbox-help/store/settings.ts: saveHelp': [{ model: 'm' }],
  'team/notices/store/choices.ts: saveChoices': [1, { silent: [], tones: { kinds: {}, queues: {} } }],
  'team/panel-order/store.ts: savePanelOrder': [1, []],
  'team/shortcuts/store.ts: saveShortcuts': [1, { used: true, keys: {} }],
  'company/system/store/throttles.ts: saveThrottle': ['key', { hits: 1 }],
  'company/system/store/throttles.ts: deleteThrottles': [['key']],
};

/** What a function asks; null if it asks nothing, for it makes a part of a statement. */
async function statementsOf(name: string, ask: Callable): Promise<string[] | null> {
  const heard = new Set<string>();
  const all = [anything(), null, true].map((each) => Array.from({ length: 8 }, () => each));
  for (const told of given[name] ? [given[name]] : all)
    for (const rows of [[], [anything()]]) {
      const db = recording(rows, (text) => heard.add(text));
      Object.assign(db, { db, companyId: 1, profile: 'admin' });
      // What a stand-in makes of the answer is of no interest, and what it asked until then is written down.
      const answer = await Promise.resolve()
        .then(() => ask(db, ...told))
        .catch(() => undefined);
      if (isExpression(answer) || isNoting(answer)) return null;
    }
  return [...heard];
}

/** Parts of a statement of another store. */
function isNoting(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'row' in answer && typeof answer.row === 'function';
}

/** A database that answers every statement with the same rows. */
function recording(rows: unknown[], hear: (text: string) => void): Kysely<DB> {
  let count = 0;
  class Recorder extends DummyDriver {
    override async acquireConnection() {
      return {
        async executeQuery({ sql }: CompiledQuery) {
          if (++count > statementsMax) throw new Error('enough');
          hear(sql);
          return { rows: rows as never[] };
        },
        async *streamQuery() {},
      };
    }
  }
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Recorder(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/**
 * A value that passes for a row, a list of one, a text or a number. Its only field that can be enumerated is one that every table has, so
 * that changes made of it can be written.
 */
function anything(): unknown {
  const list = () => [anything()];
  const traps: ProxyHandler<object> = {
    get(_, key) {
      if (key === Symbol.toPrimitive) return () => '1';
      if (key === Symbol.iterator) return () => list()[Symbol.iterator]();
      if (key === 'length' || key === 'size') return 1;
      // Neither a promise nor an expression of Kysely's.
      if (typeof key === 'symbol' || ['then', 'toOperationNode', 'expressionType'].includes(key)) return undefined;
      if (key === 'toJSON') return () => 1;
      // Fields of ours that are called like a method.
      if (['search', 'at'].includes(key)) return anything();
      const ofList = (Array.prototype as unknown as Record<string, unknown>)[key];
      if (typeof ofList === 'function') return (...args: unknown[]) => (ofList as Callable).apply(list(), args);
      const ofText = (String.prototype as unknown as Record<string, unknown>)[key];
      if (typeof ofText === 'function') return (...args: unknown[]) => (ofText as Callable).apply('1', args);
      if (key.startsWith('get') || key === 'toISOString') return () => 1;
      return anything();
    },
    has: () => true,
    ownKeys: () => ['company_id'],
    getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true, writable: true }),
  };
  return new Proxy({}, traps);
}
