import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB as Database } from '../../tables.ts';
import { type Limit, limitEach } from '../limit.ts';
import { aroundQuery } from './around-query.ts';
import { joinBegin } from './joined-begin.ts';
import { connectionPatience, cutWhenSilent, statementMs } from './silence.ts';

// int8 ids stay far below 2^53; money is numeric and small. Dates without time stay text, so no time zone can shift them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export type Db = Kysely<Database>;

export type Pool = { db: Db; raw: pg.Pool; close(): Promise<void> };

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

/**
 * A pool of connections. One company may use half of them at once, so that the others find one whatever it does. Each statement text is
 * prepared under a name, so PostgreSQL plans it once per connection, unless `prepared` is false. A connection that is lost, or does not answer, is dropped and replaced;
 * whatever query was using it fails. `connectMs`: how long to wait for a connection.
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
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 30_000,
    application_name: options.applicationName ?? 'balcao',
  });
  // Lost connections are not reported while we are closing.
  let open = true;
  const onError = (error: Error) => {
    if (open) options.onError(error);
  };
  raw.on('error', onError);
  const names = new Map<string, string>();
  raw.on('connect', (client) => {
    client.on('error', onError);
    cutWhenSilent(client);
    if (options.prepared !== false) prepareStatements(client, names);
    joinBegin(client);
  });
  // The same words as pg's, since it means the same.
  const tooLong = () => new Error('timeout exceeded when trying to connect');
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: raw }) });
  shares.set(db, limitEach(Math.max(1, Math.floor(options.max / 2)), { waitMs: connectMs, tooLong }));
  return {
    db,
    raw,
    async close() {
      open = false;
      // A server that does not answer does not say goodbye either.
      await Promise.race([db.destroy(), setTimeout(closeMs, undefined, { ref: false })]);
    },
  };
}

function prepareStatements(client: pg.ClientBase, names: Map<string, string>): void {
  aroundQuery(client, (query) => (config, values, ...callback) => {
    if (typeof config !== 'string' || !Array.isArray(values) || values.length === 0) return query(config, values, ...callback);
    let name = names.get(config);
    if (name === undefined) {
      if (names.size >= preparedMax) return query(config, values, ...callback);
      name = createHash('sha1').update(config).digest('hex').slice(0, 24);
      names.set(config, name);
    }
    return query({ name, text: config, values }, ...callback);
  });
}
