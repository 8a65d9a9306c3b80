import type pg from 'pg';

const notFromExtension = (catalog: string, column: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${column} and d.deptype = 'e')`;

const tables = `select c.oid, c.relname as name, c.relrowsecurity as rls, c.relforcerowsecurity as forced, pg_get_partkeydef(c.oid) as partition_key, array_to_string(c.reloptions, ', ') as options,
    case when c.relispartition then (select i.inhparent::regclass::text || ' ' || pg_get_expr(c.relpartbound, c.oid) from pg_inherits i where i.inhrelid = c.oid) end as partition_of
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations' and ${notFromExtension('pg_class', 'c.oid')} order by c.relname`;

const columns = `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required, a.attidentity as identity, a.attgenerated as generated, pg_get_expr(d.adbin, d.adrelid) as default,
    case when a.attcollation <> t.typcollation then (select collname from pg_collation where oid = a.attcollation) end as collation
  from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`;

const constraints = `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
  where conrelid = $1 and contype <> 'n' and conparentid = 0 order by array_position(array['p', 'u', 'f', 'c', 'x']::"char"[], contype), conname`;

const indexes = `select pg_get_indexdef(i.indexrelid) as definition from pg_index i
  where i.indrelid = $1 and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x')) order by i.indexrelid::regclass::text`;

const policies = `select policyname as name, permissive, cmd, roles::text[] as roles, qual, with_check from pg_policies where schemaname = 'public' and tablename = $1 order by policyname`;

const triggers = `select pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = $1 and not tgisinternal and tgparentid = 0 order by tgname`;

const grants = `select string_agg(privilege_type, ', ' order by privilege_type) as privileges, grantee::regrole::text as grantee
  from pg_class c, aclexplode(c.relacl) where c.oid = $1 and grantee <> c.relowner and grantee <> 0 group by grantee order by 2`;

const comments = `select format('comment on %s is %L;', case when a.attname is not null then 'column ' || c.relname || '.' || a.attname else case c.relkind when 'i' then 'index ' else 'table ' end || c.relname end, d.description) as line
  from pg_description d join pg_class c on c.oid = d.objoid left join pg_attribute a on a.attrelid = d.objoid and a.attnum = d.objsubid and d.objsubid > 0
  where d.classoid = 'pg_class'::regclass and (c.oid = $1 or c.oid in (select indexrelid from pg_index where indrelid = $1))
  order by a.attnum nulls first, c.relkind <> 'r', c.relname`;

const enums = `select t.typname as name, string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) as labels
  from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace group by t.typname order by t.typname`;

const collations = `select collname as name, coalesce(to_jsonb(c) ->> 'colllocale', to_jsonb(c) ->> 'colliculocale') as locale
  from pg_collation c where collnamespace = 'public'::regnamespace order by collname`;

const functions = `select pg_get_functiondef(p.oid) as definition, p.oid::regprocedure::text as signature, case when p.proowner <> n.oid then p.proowner::regrole::text end as owner
  from pg_proc p, (select oid from pg_roles where rolname = current_user) n
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p') and ${notFromExtension('pg_proc', 'p.oid')} order by p.oid::regprocedure::text`;

const views = `select oid::regclass::text as name, case relkind when 'm' then 'materialized view' else 'view' end as kind, pg_get_viewdef(oid, true) as definition
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') and ${notFromExtension('pg_class', 'pg_class.oid')} order by relname`;

/** The schema `public` as SQL in a stable order, for reviews; only the migrations are ever run. */
export async function schemaSql(client: pg.Client): Promise<string> {
  const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> => (await client.query(text, values)).rows as T[];
  const parts: string[] = ['-- What the migrations make, for reading. Written by npm run db:dump.'];

  const extensions = await rows<{ name: string }>(`select extname as name from pg_extension where extname <> 'plpgsql' order by extname`);
  if (extensions.length) parts.push(extensions.map(({ name }) => `create extension ${name};`).join('\n'));
  for (const { name, locale } of await rows<{ name: string; locale: string }>(collations))
    parts.push(`create collation ${name} (provider = icu, locale = '${locale}');`);
  for (const { name, labels } of await rows<{ name: string; labels: string }>(enums))
    parts.push(`create type ${name} as enum (${labels});`);
  for (const { definition, signature, owner } of await rows<{ definition: string; signature: string; owner: string | null }>(functions)) {
    parts.push(`${definition.trim()};${owner ? `\nalter function ${signature} owner to ${owner};` : ''}`);
  }
  for (const table of await rows<Table>(tables)) {
    const of = [table.oid];
    const lines = [
      ...(table.partition_of ? [] : (await rows<Column>(columns, of)).map(columnLine)),
      ...(await rows<{ name: string; definition: string }>(constraints, of)).map(
        ({ name, definition }) => `  constraint ${name} ${definition}`,
      ),
    ];
    const head = table.partition_of ? `create table ${table.name} partition of ${table.partition_of}` : `create table ${table.name}`;
    const statements = [
      `${head}${lines.length ? ` (\n${lines.join(',\n')}\n)` : ''}${table.partition_key ? ` partition by ${table.partition_key}` : ''};`,
      ...(await rows<{ definition: string }>(indexes, of)).map(
        ({ definition }) => `${definition.replace(/ ON (ONLY )?public\./, ' ON ')};`,
      ),
      ...(table.options ? [`alter table ${table.name} set (${table.options});`] : []),
      ...(await rows<{ line: string }>(comments, of)).map(({ line }) => line),
      ...(table.rls ? [`alter table ${table.name} enable row level security;`] : []),
      ...(table.forced ? [`alter table ${table.name} force row level security;`] : []),
      ...(await rows<Policy>(policies, [table.name])).map((policy) => policyLine(table.name, policy)),
      ...(await rows<{ definition: string }>(triggers, of)).map(
        ({ definition }) => `${definition.replace(/ ON (ONLY )?public\./, ' ON ')};`,
      ),
      ...(await rows<{ privileges: string; grantee: string }>(grants, of)).map(
        ({ privileges, grantee }) => `grant ${privileges.toLowerCase()} on ${table.name} to ${grantee};`,
      ),
    ];
    parts.push(statements.join('\n'));
  }
  for (const { name, kind, definition } of await rows<{ name: string; kind: string; definition: string }>(views))
    parts.push(`create ${kind} ${name} as\n${definition.trim()}`);
  return `${parts.join('\n\n')}\n`;
}

type Table = {
  oid: string;
  name: string;
  options: string | null;
  rls: boolean;
  forced: boolean;
  partition_key: string | null;
  partition_of: string | null;
};
type Column = {
  name: string;
  type: string;
  required: boolean;
  identity: string;
  generated: string;
  default: string | null;
  collation: string | null;
};
type Policy = { name: string; permissive: string; cmd: string; roles: string[]; qual: string | null; with_check: string | null };

function columnLine(column: Column): string {
  const parts = [`  ${column.name} ${column.type}`];
  if (column.collation) parts.push(`collate "${column.collation}"`);
  if (column.required) parts.push('not null');
  if (column.identity) parts.push(`generated ${column.identity === 'a' ? 'always' : 'by default'} as identity`);
  else if (column.generated) parts.push(`generated always as (${column.default}) ${column.generated === 's' ? 'stored' : 'virtual'}`);
  else if (column.default !== null) parts.push(`default ${column.default}`);
  return parts.join(' ');
}

function policyLine(table: string, policy: Policy): string {
  const parts = [`create policy ${policy.name} on ${table}`];
  if (policy.permissive !== 'PERMISSIVE') parts.push('as restrictive');
  if (policy.cmd !== 'ALL') parts.push(`for ${policy.cmd.toLowerCase()}`);
  if (policy.roles.join() !== 'public') parts.push(`to ${policy.roles.join(', ')}`);
  if (policy.qual !== null) parts.push(`using (${policy.qual})`);
  if (policy.with_check !== null) parts.push(`with check (${policy.with_check})`);
  return `${parts.join(' ')};`;
}
