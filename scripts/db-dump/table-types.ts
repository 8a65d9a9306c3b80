import type pg from 'pg';

const columns = `select c.relname as table, a.attname as name, t.typname as type, a.attnotnull as required, (a.atthasdef or a.attidentity <> '') as has_default,
    (a.attgenerated <> '' or a.attidentity = 'a' or c.relkind in ('v', 'm')) as read_only,
    (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as labels,
    (select json_agg(pg_get_constraintdef(k.oid)) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname, a.attnum`;

type Column = {
  table: string;
  name: string;
  type: string;
  required: boolean;
  has_default: boolean;
  read_only: boolean;
  labels: string[] | null;
  checks: string[] | null;
};

const scalars: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  citext: 'string',
  name: 'string',
  uuid: 'string',
  inet: 'string',
  tsvector: 'string',
  date: 'string',
  time: 'string',
  timestamp: 'Date',
  timestamptz: 'Date',
  bytea: 'Buffer',
};

/**
 * Kysely's row types of all tables and views. A check constraint that lists the values of a text column becomes a union.
 * Throws on a column type that has no TypeScript type here.
 */
export async function tableTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(columns);
  const tables = [...new Set(rows.map((row) => row.table))];
  const interfaces = tables.map((table) => {
    const fields = rows.filter((row) => row.table === table).map((row) => `  ${row.name}: ${fieldType(row)};`);
    return `export interface ${typeName(table)} {\n${fields.join('\n')}\n}\n`;
  });
  const body = [
    `/** Every table by its name. */\nexport interface DB {\n${tables.map((table) => `  ${table}: ${typeName(table)};`).join('\n')}\n}\n`,
    ...interfaces,
  ].join('\n');
  const imported = ['ColumnType', 'Generated'].filter((name) => new RegExp(`\\b${name}<`).test(`${body}${json}`)).sort();
  const used = /\bJson\b/.test(body) ? `${json}\n` : '';
  return `// Written by npm run db:dump from the migrated schema.\nimport type { ${imported.join(', ')} } from 'kysely';\n\n${used}${body}`;
}

const json = `/** Written as JSON text: the driver would send an array as a PostgreSQL array. */\nexport type Json = ColumnType<unknown, string, string>;\nexport type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;\nexport type GeneratedJson = ColumnType<unknown, string | undefined, string>;\n`;

function fieldType(column: Column): string {
  if (column.type === 'jsonb' || column.type === 'json')
    return column.required ? (column.has_default ? 'GeneratedJson' : 'Json') : 'NullableJson';
  const base = column.type.startsWith('_') ? `${scalar(column, column.type.slice(1))}[]` : (union(column) ?? scalar(column, column.type));
  const type = column.required ? base : `${base} | null`;
  if (column.read_only) return `ColumnType<${type}, never, never>`;
  return column.has_default ? `Generated<${type}>` : type;
}

function scalar({ table, name }: Column, type: string): string {
  const known = scalars[type];
  if (!known)
    throw new Error(`Column ${table}.${name} is of type ${type}, for which scripts/db-dump/table-types.ts has no TypeScript type.`);
  return known;
}

function union({ name, labels, checks }: Column): string | null {
  if (labels) return labels.map(quote).join(' | ');
  for (const check of checks ?? []) {
    const [, column, list] = /^CHECK \(\(+(\w+) = ANY \(ARRAY\[(.*)\]\)\)+$/.exec(check) ?? [];
    const values = column === name ? list?.split(', ').map((value) => /^'([^']*)'::text$/.exec(value)?.[1]) : undefined;
    if (values?.every((value) => value !== undefined)) return values.map(quote).join(' | ');
  }
  return null;
}

function quote(value: string): string {
  return `'${value}'`;
}

function typeName(table: string): string {
  return table.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
