// The files of server/migrations. Most run in one transaction. Some must not, as `create index concurrently`: their first line says so, and they
// run statement by statement.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Migration = { name: string; sql: string; sha256: string };

/** The first line of a file that runs outside a transaction. */
const mark = '-- outside a transaction';

/**
 * The files `NNNN_name.sql` of a directory in order. Throws when two share a number, when a name does not match, and when a file says
 * `concurrently` without the mark or could not be repeated.
 */
export function readMigrations(dir: string = migrationsDir()): Migration[] {
  const names = readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  names.forEach((name, i) => {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) throw new Error(`Migration ${name} is not named NNNN_name.sql.`);
    if (name.slice(0, 4) === names[i - 1]?.slice(0, 4)) throw new Error(`Migrations ${names[i - 1]} and ${name} have the same number.`);
  });
  return names.map((name) => {
    const sql = readFileSync(join(dir, name), 'utf8');
    const migration = { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    refuseWhatCannotRun(migration);
    return migration;
  });
}

export function runsOutside({ sql }: Migration): boolean {
  return sql.split('\n', 1)[0]?.trim() === mark;
}

export type Statement = { text: string /** In the file, from 1. */; line: number };

/** The statements of a file. It knows comments, quoted texts and names, and dollar quotes. */
export function statementsOf(sql: string): Statement[] {
  const ends = [...sql.matchAll(/'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|;/g)]
    .filter(([found]) => found === ';')
    .map(({ index }) => index);
  return [...ends, sql.length].flatMap((end, i) => {
    const from = i === 0 ? 0 : (ends[i - 1] ?? 0) + 1;
    const lead = /^(?:\s|--[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(sql.slice(from, end))?.[0].length ?? 0;
    const text = sql.slice(from + lead, end).trim();
    return text === '' ? [] : [{ text, line: sql.slice(0, from + lead).split('\n').length }];
  });
}

/** The name of the index that a statement creates concurrently, or null. */
export function indexMadeBy(statement: string): string | null {
  const [, quoted, plain] =
    /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(?:"([^"]+)"|([\w]+))\s+on\s/i.exec(statement) ?? [];
  return quoted ?? plain?.toLowerCase() ?? null;
}

export function isConcurrent(statement: string): boolean {
  return /^(?:create\s+(?:unique\s+)?index|drop\s+index|reindex\b.*?|refresh\s+materialized\s+view)\s+concurrently\b/is.test(statement);
}

function refuseWhatCannotRun(migration: Migration): void {
  for (const { text, line } of statementsOf(migration.sql)) {
    if (!isConcurrent(text)) continue;
    const where = `Migration ${migration.name}:${line}`;
    if (!runsOutside(migration)) throw new Error(`${where} says concurrently, so the first line of the file must be: ${mark}`);
    // A file that was interrupted begins again.
    if (/^(?:create|drop)\b/i.test(text) && !/\bconcurrently\s+if\s+(?:not\s+)?exists\b/i.test(text))
      throw new Error(`${where} cannot be repeated: say "if exists" or "if not exists".`);
  }
}

/** The files of this version, found from the sources as well as from the bundle in server/dist. */
export function migrationsDir(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    const dir = join(at, 'migrations');
    if (existsSync(dir)) return dir;
    if (at === dirname(at)) throw new Error('The migrations directory is missing beside the server.');
  }
}
