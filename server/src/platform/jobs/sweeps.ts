// Most work by the clock has nothing to do in most minutes. So what would find it is asked as one statement for all of it.
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RootOperationNode,
  sql,
  type Transaction,
} from 'kysely';
import type { DB as Database } from '../../tables.ts';
import type { PlatformCtx } from '../context.ts';
import { platformTransaction } from '../db/transaction.ts';
import type { CronJob } from './define.ts';

/** Names of the sweeps that have something to do now, all found with one statement. */
export async function sweepsDue(ctx: PlatformCtx, sweeps: readonly CronJob[]): Promise<string[]> {
  const looks = await Promise.all(
    sweeps.map(async ({ name, due }) => ({ name, asked: due ? await statementsOf((db) => due({ db }, ctx)) : [] })),
  );
  const named = looks.flatMap(({ name, asked }) =>
    asked.map((node) => sql`select ${name}::text as name where exists (${{ toOperationNode: () => node }})`),
  );
  if (named.length === 0) return [];
  return platformTransaction(ctx, async ({ db }) => {
    const { rows } = await sql<{ name: string }>`select distinct name from (${sql.join(named, sql` union all `)}) as due`.execute(db);
    return rows.map(({ name }) => name);
  });
}

/** The statements that `ask` would have asked. Each is answered with no rows. */
async function statementsOf(ask: (db: Transaction<Database>) => readonly Promise<unknown>[]): Promise<RootOperationNode[]> {
  const asked: RootOperationNode[] = [];
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void asked.push(query.query),
  });
  await Promise.all(ask(db as Transaction<Database>));
  return asked;
}
