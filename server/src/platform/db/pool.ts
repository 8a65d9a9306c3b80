import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB as Database } from '../../tables.ts';
import { AppError, isOutdatedStatement } from '../errors.ts';
import { type Limit, limitEach } from '../limit.ts';
import { aroundQuery } from './around-query.ts';
import { joinBegin } from './joined-begin.ts';
import { connectionPatience, cutWhenSilent, statementMs } from './silence.ts';

// int8 ids stay far below 2^53; money is numeric and small. Dates without time stay text, so no time zone can shift them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export type Db = Kysely<Database>;

export type Pool = {
  db: Db;
  raw: pg.Pool;
  /** Opens all its connections at once; each may be used as soon as it is open. One that cannot be opened now is opened when it is asked for. */
  open(): Promise<void>;
  close(): Promise<void>;
};

/** Prepared statements kept per connection. Lists of varying length make new texts, so the number is bounded. */
const preparedMax = 400;
const closeMs = 3_000;

/** How many connections of its pool one company uses at once. */
const shares = new WeakMap<Db, Limit<number | null>>();

/** Runs `work`, which takes one connection, within the share of the company; null: the path above companies. */
export function withinShare<T>(db: Db, companyId: number | null, work: () => Promise<T>): Promise<T> {
  const share = shares.get(db);
  return share ? share(companyId, work) : work();
}

/** How many searches of one company run at once, and how many of all. */
const searches = new WeakMap<Db, Limit<number>>();
/** How long a search waits for its turn, and behind how many others of its company. */
const searchPatience = { waitMs: 5_000, waitingMax: 200, tooLong: () => new AppError('ERR_COMPANY_BUSY') };

/** Runs a search, which takes the database long, when it is the turn of its company. ERR_COMPANY_BUSY. */
export function withinSearches<T>(db: Db, companyId: number, search: () => Promise<T>): Promise<T> {
  const limit = searches.get(db);
  return limit ? limit(companyId, search) : search();
}

/**
 * A pool of connections. One company may use half of them at once, so that the others find one whatever it does, and a sixth for searches. What is open stays
 * open: to open one, and to plan its statements, takes longer than most requests, and on a busy machine longer than they wait. Each statement text is
 * prepared under a name, so PostgreSQL plans it once per connection, unless `prepared` is false. A connection that is lost, or does not answer, is
 * dropped and replaced; whatever query was using it fails. `connectMs`: how long to wait for a connection.
 */
export function createPool(
  url: string,
  options: { max: number; onError(error: Error): void; applicationName?: string; connectMs?: number; prepared?: boolean },
): Pool {
  const connectMs = options.connectMs ?? connectionPatience.connectionTimeoutMillis;
  const raw = new pg.Pool({
    connectionString: url,
    max: options.max,
    // A statement does not wait for the answer to the one before; see `joinBegin`.
    pipeline: true,
    ...connectionPatience,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 0,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 30_000,
    application_name: options.applicationName ?? 'balcao',
  });
  // Lost connections are not reported while we are closing.
  let open = true;
  let ended: Promise<void> | null = null;
  const onError = (error: Error) => {
    if (open) options.onError(error);
  };
  raw.on('error', onError);
  const prepared: Prepared = { statements: new Map(), times: 0 };
  raw.on('connect', (client) => {
    client.on('error', onError);
    cutWhenSilent(client);
    if (options.prepared !== false) prepareStatements(client, prepared);
    joinBegin(client);
  });
  // The same words as pg's, since it means the same.
  const tooLong = () => new Error('timeout exceeded when trying to connect');
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: raw }) });
  shares.set(db, limitEach(Math.max(1, Math.floor(options.max / 2)), { waitMs: connectMs, tooLong }));
  searches.set(db, limitEach(Math.max(1, Math.floor(options.max / 6)), searchPatience, Math.max(2, Math.floor(options.max / 3))));
  return {
    db,
    raw,
    async open() {
      await Promise.allSettled(Array.from({ length: options.max }, () => raw.connect().then((client) => client.release())));
    },
    async close() {
      open = false;
      // Not by `db`, which ends no connection unless it used one.
      ended ??= raw.end();
      // A server that does not answer does not say goodbye either.
      await Promise.race([ended, setTimeout(closeMs, undefined, { ref: false })]);
    },
  };
}

/** The pool's statements under the names they have by now, and how many times all of them were prepared anew. */
type Prepared = { statements: Map<string, { name: string; text: string }>; times: number };

function prepareStatements(client: pg.ClientBase, prepared: Prepared): void {
  const { statements } = prepared;
  aroundQuery(client, (query) => (config, values, ...callback) => {
    if (typeof config !== 'string' || !Array.isArray(values) || values.length === 0) return query(config, values, ...callback);
    const known = statements.get(config) ?? named(config, prepared.times);
    if (!statements.has(config)) {
      if (statements.size >= preparedMax) return query(config, values, ...callback);
      statements.set(config, known);
    }
    const answer = query({ ...known, values }, ...callback);
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        // Others of the same table are outdated too, on all connections.
        if (!isOutdatedStatement(error) || statements.get(config) !== known) return;
        statements.clear();
        prepared.times += 1;
      });
    return answer;
  });
}

/** PgBouncer knows a statement by its text, so that differs each time as well. */
function named(statement: string, times: number): { name: string; text: string } {
  const text = times === 0 ? statement : `${statement} /* ${times} */`;
  return { name: createHash('sha1').update(text).digest('hex').slice(0, 24), text };
}
