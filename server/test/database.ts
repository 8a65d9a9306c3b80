import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type TestDatabase = {
  /** For the role `balcao`, as the server connects: row-level security applies. */
  url: string;
  /** For the superuser, on the same database: looks past row-level security. */
  superUrl: string;
  /** Cuts open connections and removes the database; close the pools first to keep the log quiet. */
  drop(): Promise<void>;
};

/** How text is sorted: by its bytes, as the built-in database does, or by a language's rules, as most others do. */
export type Collation = 'bytes' | 'language';
export const collations = ['bytes', 'language'] as const satisfies Collation[];

/** A database of its own with the migrated schema and no rows, cloned from the template in about 0.1 s. */
export async function createTestDatabase(collation: Collation = 'bytes'): Promise<TestDatabase> {
  const { url, superUrl, templates, copying, runner } = inject('testDatabase');
  const template = templates[collation];
  const name = `test_${runner}_${randomBytes(5).toString('hex')}`;
  // Copying files is quicker than the default, which writes every page to the log.
  await runAsSuperuser(
    superUrl,
    `set file_copy_method = '${copying}'`,
    `create database ${name} template ${template} owner balcao strategy file_copy`,
  );
  return {
    url: url.replace(/\/balcao$/, `/${name}`),
    superUrl: superUrl.replace(/\/postgres$/, `/${name}`),
    drop: () => runAsSuperuser(superUrl, `drop database if exists ${name} with (force)`),
  };
}

/** The same database by TCP instead of its socket: for what happens only on a network. */
export function overTcp(url: string, port = Number(new URL(url).port)): string {
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  return through.href;
}

/** A database of its own without any tables, which the role `balcao` owns, to migrate step by step. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const { url, superUrl, runner } = inject('testDatabase');
  const name = `test_${runner}_${randomBytes(5).toString('hex')}`;
  await runAsSuperuser(superUrl, `create database ${name} template template0 owner balcao`);
  const own = superUrl.replace(/\/postgres$/, `/${name}`);
  await runAsSuperuser(own, 'grant usage, create on schema public to balcao_search');
  return {
    url: url.replace(/\/balcao$/, `/${name}`),
    superUrl: own,
    drop: () => runAsSuperuser(superUrl, `drop database if exists ${name} with (force)`),
  };
}

/** How many deadlocks there have been in a database. */
export async function deadlocksIn({ superUrl }: TestDatabase): Promise<number> {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ deadlocks: number }>(
      'select pg_stat_get_db_deadlocks(oid)::int as deadlocks from pg_database where datname = current_database()',
    );
    return rows[0]?.deadlocks ?? -1;
  } finally {
    await client.end();
  }
}

async function runAsSuperuser(superUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
