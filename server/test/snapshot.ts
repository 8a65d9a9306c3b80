// What stands in the database, in a form that shows at once whether anything was written.
import pg from 'pg';

export type Snapshots = {
  /** A checksum per table: of one company's rows, or of all. Tables in `except` are left out. */
  take(options?: { companyId?: number; except?: string[] }): Promise<Record<string, string>>;
  client: pg.Client;
  close(): Promise<void>;
};

/** Looks as the superuser, past row-level security. */
export async function openSnapshots(superUrl: string): Promise<Snapshots> {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  const tables = await tablesOf(client);
  return {
    client,
    async take({ companyId, except = [] } = {}) {
      const looked = tables.filter(({ name, key }) => !except.includes(name) && (companyId === undefined || key !== null));
      const parts = looked.map(({ name, key }) => {
        const whose = companyId === undefined ? '' : ` where t.${key} = ${companyId}`;
        return `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t${whose}`;
      });
      const { rows } = await client.query<{ name: string; sum: string }>(parts.join(' union all '));
      return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
    },
    close: () => client.end(),
  };
}

/** Every table of ours, with the column that says whose a row is. */
export async function tablesOf(client: pg.Client): Promise<{ name: string; key: string | null }[]> {
  const { rows } = await client.query<{ name: string; key: string | null }>(`
    select c.relname as name, case when c.relname = 'companies' then 'id' else a.attname end as key
    from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);
  return rows;
}
