// Which rows were written, for tests that must show that none was.
import pg from 'pg';

export type Writes = {
  /**
   * How many rows were added, changed or removed since the watch began, by table: one company's or all. Tables in `except` are left
   * out. What was rolled back, or written as it stood already, does not count.
   */
  count(options?: { companyId?: number; except?: string[] }): Promise<Record<string, number>>;
  client: pg.Client;
  close(): Promise<void>;
};

/** Watches every table of ours from now on by triggers, as the superuser, so row-level security hides nothing. */
export async function watchWrites(superUrl: string): Promise<Writes> {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  await client.query(watch);
  for (const { name, key } of await tablesOf(client))
    await client.query(`
      create trigger watch after insert or update or delete on ${name} for each row execute function watch.note(${key ?? ''});
      create trigger watch_all after truncate on ${name} for each statement execute function watch.note()`);
  // What was read is kept here and not there, so that the next count, of which there are thousands, reads only what is new.
  const seen = new Map<string, Map<string | null, number>>();
  return {
    client,
    async count({ companyId, except = [] } = {}) {
      const { rows } = await client.query<{ name: string; company: string | null; written: number }>(
        `with fresh as (delete from watch.written returning table_name, company)
         select table_name as name, company, count(*)::int as written from fresh group by 1, 2`,
      );
      for (const { name, company, written } of rows) {
        const ofTable = seen.get(name) ?? new Map<string | null, number>();
        seen.set(name, ofTable.set(company, (ofTable.get(company) ?? 0) + written));
      }
      const isMeant = (company: string | null) => companyId === undefined || company === String(companyId) || company === 'every';
      const counts: Record<string, number> = {};
      for (const [name, ofTable] of [...seen].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const meant = [...ofTable].filter(([company]) => isMeant(company));
        if (meant.length > 0 && !except.includes(name)) counts[name] = meant.reduce((sum, [, written]) => sum + written, 0);
      }
      return counts;
    },
    close: () => client.end(),
  };
}

// A row of its own for each write and no counter, which writers would wait for.
const watch = `
  create schema watch;
  create unlogged table watch.written (table_name text not null, company text);
  create function watch.whole(part oid) returns text language sql stable as 'select coalesce(pg_partition_root(part), part::regclass)::text';
  create function watch.note() returns trigger language plpgsql security definer as $$
  begin
    if tg_op = 'TRUNCATE' then
      insert into watch.written values (watch.whole(tg_relid), 'every');
    elsif to_jsonb(old) is distinct from to_jsonb(new) then
      insert into watch.written
        select distinct watch.whole(tg_relid), side ->> tg_argv[0] from (values (to_jsonb(old)), (to_jsonb(new))) as sides (side) where side is not null;
    end if;
    return null;
  end $$`;

/** Every table of ours, with the column that says whose a row is; not the parts of a table, whose rows are the table's. */
export async function tablesOf(client: pg.Client): Promise<{ name: string; key: string | null }[]> {
  const { rows } = await client.query<{ name: string; key: string | null }>(`
    select c.relname as name, case when c.relname = 'companies' then 'id' else a.attname end as key
    from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`);
  return rows;
}
