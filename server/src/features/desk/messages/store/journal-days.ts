// The days of the journal, each a partition of a table, named after it. Of all companies.
import { sql } from 'kysely';
import type { PlatformTx } from '../../../../platform/context.ts';

export const journalTables = ['inbound_keys', 'inbound_events'] as const;
export type JournalTable = (typeof journalTables)[number];

type Platform = Pick<PlatformTx, 'db'>;

/** Lets one process at a time change the days, and waits for a table no longer than `lockMs`: whoever comes next would wait too. */
export async function holdJournalDays({ db }: Platform, lockMs: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('journal-days', 0)), set_config('lock_timeout', ${String(lockMs)}, true)`.execute(
    db,
  );
}

/** The days that have a partition, as YYYY-MM-DD, the oldest first. */
export async function journalDays({ db }: Platform, table: JournalTable): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(${table}) and c.relname ~ '_[0-9]{8}$' order by 1`.execute(db);
  return rows.map(({ day }) => day);
}

/** The days whose partition holds a key of a fact, as YYYY-MM-DD, the oldest first. */
export async function daysWithKeys({ db }: Platform): Promise<string[]> {
  const days = await journalDays({ db }, 'inbound_keys');
  const { rows } = await sql<{ day: string }>`
    select day from unnest(${days}::text[]) day, lateral (select from inbound_keys where received_on = day::date limit 1) one order by 1`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}

/** Adds the partition of a day, unless facts of that day are in `_rest` already: it then serves that day to its end. */
export async function addJournalDay({ db }: Platform, table: JournalTable, day: string): Promise<void> {
  if ((await journalDays({ db }, table)).includes(day)) return;
  await holdTable({ db }, table);
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const { rows } = await sql`
    select 1 from ${sql.table(`${table}_rest`)} where ${column(table)} >= ${start(day)} and ${column(table)} < ${start(next)} limit 1`.execute(
    db,
  );
  if (rows.length > 0) return;
  const name = sql.table(nameOf(table, day));
  await sql`create table ${name} partition of ${sql.table(table)} for values from (${start(day)}) to (${start(next)})`.execute(db);
  await sql`alter table ${name} enable row level security`.execute(db);
  await sql`alter table ${name} force row level security`.execute(db);
  await sql`create policy tenant on ${name} using (company_id = (select current_company()) or (select on_platform()))`.execute(db);
}

/** Drops a day with all its rows if it is from before `oldest` and none of them is still to be tried again, else only if it holds none. */
export async function dropJournalDay(ctx: Platform, table: JournalTable, day: string, oldest: string | null): Promise<void> {
  const name = nameOf(table, day);
  const isOver = async () => (oldest !== null && day < oldest ? !(await hasWaiting(ctx, table, name)) : isEmpty(ctx, name));
  if (!(await journalDays(ctx, table)).includes(day) || !(await isOver())) return;
  await holdTable(ctx, table);
  if (await isOver()) await sql`drop table ${sql.table(name)}`.execute(ctx.db);
}

/** Empties `_rest` once all that is in it is from before `day`, unless some of it is still to be tried again. */
export async function emptyJournalRest(ctx: Platform, table: JournalTable, day: string): Promise<void> {
  const rest = `${table}_rest`;
  const isOver = async () => {
    const { rows } = await sql<{
      over: boolean | null;
    }>`select max(${column(table)}) < ${start(day)} as over from ${sql.table(rest)}`.execute(ctx.db);
    return rows[0]?.over === true && !(await hasWaiting(ctx, table, rest));
  };
  if (!(await isOver())) return;
  await holdTable(ctx, table);
  if (await isOver()) await sql`truncate ${sql.table(rest)}`.execute(ctx.db);
}

/** Waits for those who write into the table, and keeps others from it: nobody sees yet what they are about to commit. */
async function holdTable({ db }: Platform, table: JournalTable): Promise<void> {
  await sql`lock table only ${sql.table(table)} in access exclusive mode`.execute(db);
}

async function hasWaiting({ db }: Platform, table: JournalTable, partition: string): Promise<boolean> {
  if (table === 'inbound_keys') return false;
  const { rows } = await sql`
    select 1 from ${sql.table(partition)} where processed_at is null and next_attempt_at is not null limit 1`.execute(db);
  return rows.length > 0;
}

async function isEmpty({ db }: Platform, partition: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(partition)} limit 1`.execute(db);
  return rows.length === 0;
}

const nameOf = (table: JournalTable, day: string) => `${table}_${day.replaceAll('-', '')}`;

const column = (table: JournalTable) => sql.ref(table === 'inbound_keys' ? 'received_on' : 'received_at');

/** The beginning of a day, for a column of either type. Written out, since bounds take no parameters. */
const start = (day: string) => sql.lit(`${day} 00:00:00+00`);
