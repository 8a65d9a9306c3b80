// A whole installation in one file: its tables as they were at one moment, the files they name, and if wished its secret.
import { createHash, createHmac } from 'node:crypto';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { z } from 'zod';
import { migrate } from '../db/migrate.ts';
import { migrationsDir, readMigrations } from '../db/migration-files.ts';
import { faultPoint } from '../faults.ts';
import type { Secrets } from '../secrets.ts';
import { newTempPath } from '../temp-files.ts';
import { type ArchiveEntry, BadBackup, contentOf, readArchive, writeArchive } from './archive.ts';
import {
  beginRestore,
  beginSnapshot,
  countTable,
  listSequences,
  listTables,
  migrationsOf,
  openTables,
  readTable,
  setSequence,
  type Table,
  writeTable,
} from './tables.ts';

export { BadBackup } from './archive.ts';

type Files = {
  get(key: string): Promise<{ stream: Readable; size: number; mime: string | null } | null>;
  put(key: string, content: Readable, about: { mime: string }): Promise<void>;
};

export type Place = {
  /** The database, not through a pooler. */
  url: string;
  files: Files;
  secrets: Secrets;
  /** Called with a sentence about what is done. */
  say(sentence: string): void;
};

const manifestShape = z.object({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  /** Tells whether another secret is the same. */
  secretProof: z.string(),
  secret: z.string().nullable(),
  tables: z.record(
    z.string(),
    z.object({ rows: z.number(), hash: z.string().nullable(), columns: z.array(z.string()), sha256: z.string() }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  /** `sha256`: of the hashes of the files, in order. `missing`: named by a row, but not stored any more. */
  files: z.object({ count: z.number(), bytes: z.number(), sha256: z.string(), missing: z.number() }),
});
export type Manifest = z.output<typeof manifestShape>;

/**
 * Writes a backup while people work. `keysSql` lists the keys of all files that rows name. `secret` is stored in it, if given: whoever has
 * the file then has everything.
 */
export async function writeBackup(
  path: string,
  place: Place,
  about: { version: string; now: Date; keysSql: string; secret: string | null },
): Promise<Manifest> {
  return within(place.url, async (client) => {
    const manifest: Manifest = {
      format: 1,
      version: about.version,
      createdAt: about.now.toISOString(),
      migrations: await migrationsOf(client),
      secretProof: proofOf(place.secrets),
      secret: about.secret,
      tables: {},
      sequences: [],
      files: { count: 0, bytes: 0, sha256: '', missing: 0 },
    };
    await beginSnapshot(client);
    await writeArchive(path, async (archive) => {
      for (const table of await listTables(client)) {
        const sha256 = createHash('sha256');
        let piece = 0;
        for await (const content of readTable(client, table)) {
          sha256.update(content);
          await archive.add(`tables/${table.name}/${piece++}`, content);
        }
        manifest.tables[table.name] = { ...(await countTable(client, table)), columns: table.columns, sha256: sha256.digest('hex') };
      }
      manifest.sequences = await listSequences(client);
      const { rows } = await client.query<{ key: string }>(about.keysSql);
      // Files may take long; the database need not remember the moment any more.
      await client.query('commit');
      place.say(`${Object.keys(manifest.tables).length} tables are written; now ${rows.length} files.`);
      const sha256 = createHash('sha256');
      for (const { key } of rows) {
        const file = await place.files.get(key);
        if (!file) manifest.files.missing++;
        else {
          sha256.update(`${key} ${await archive.addStream(`files/${key}`, file.size, file.mime, file.stream)}\n`);
          manifest.files.count++;
          manifest.files.bytes += file.size;
        }
      }
      manifest.files.sha256 = sha256.digest('hex');
      await archive.add('manifest.json', Buffer.from(JSON.stringify(manifest)));
    });
    return manifest;
  });
}

/** Reads a backup to its end and compares all of it with what it says of itself. Throws `BadBackup`. */
export async function checkBackup(path: string): Promise<Manifest> {
  const tables = new Map<string, ReturnType<typeof createHash>>();
  const files = createHash('sha256');
  let [count, bytes] = [0, 0];
  let manifest: Manifest | null = null;
  await readArchive(path, async (entry) => {
    if (entry.name === 'manifest.json') manifest = parse(path, await contentOf(entry));
    const table = tableOf(entry);
    if (table) {
      const hash = tables.get(table) ?? createHash('sha256');
      tables.set(table, hash);
      for await (const piece of entry.content) hash.update(piece as Buffer);
    }
    const key = keyOf(entry);
    if (key) {
      const hash = createHash('sha256');
      for await (const piece of entry.content) hash.update(piece as Buffer);
      files.update(`${key} ${hash.digest('hex')}\n`);
      count++;
      bytes += entry.size;
    }
  });
  // Assigned in the callback, which the compiler does not follow.
  const found = manifest as Manifest | null;
  if (!found) throw new BadBackup(`${path} is only a part of a backup.`);
  const empty = createHash('sha256').digest('hex');
  for (const [name, { sha256 }] of Object.entries(found.tables))
    if ((tables.get(name)?.digest('hex') ?? empty) !== sha256) throw new BadBackup(`${path}: the table ${name} was changed.`);
  const told = found.files;
  if (told.count !== count || told.bytes !== bytes || told.sha256 !== files.digest('hex'))
    throw new BadBackup(`${path}: files were changed.`);
  return found;
}

/**
 * Puts a backup onto an empty installation. The tables come in one transaction, after the files: a restore that was broken off leaves the
 * installation empty, and is run again. Counts and hashes of all tables are compared before the commit. Throws `BadBackup`.
 */
export async function restoreBackup(path: string, place: Place, manifest: Manifest, withoutSecret: boolean): Promise<void> {
  if (!withoutSecret && manifest.secretProof !== proofOf(place.secrets))
    throw new BadBackup(
      'The backup was made with another secret. Set APP_SECRET, or put DATA_DIR/secret in place. With --without-secret what is stored encrypted is lost.',
    );
  await migrateTo(manifest.migrations, place.url);
  await within(place.url, async (client) => {
    await beginRestore(client);
    const { rows: inUse } = await client.query('select 1 from users limit 1');
    if (inUse.length > 0) throw new BadBackup('This installation is in use. Restore onto an empty one: another DATA_DIR or database.');
    const tables = await listTables(client);
    const byName = new Map(tables.map((table) => [table.name, table]));
    const opened = await openTables(client, tables);
    let current: { table: Table; into: ReturnType<typeof writeTable> } | null = null;
    await readArchive(path, async (entry) => {
      const name = tableOf(entry);
      if (current && current.table.name !== name) {
        await current.into.end();
        current = null;
      }
      const key = keyOf(entry);
      if (key) await place.files.put(key, entry.content, { mime: entry.mime ?? 'application/octet-stream' });
      if (!name) return;
      const table = byName.get(name);
      const columns = manifest.tables[name]?.columns;
      if (!table || !columns) throw new BadBackup(`This version has no table ${name}.`);
      current ??= { table, into: writeTable(client, { ...table, columns }) };
      for await (const piece of entry.content) await current.into.take(piece as Buffer);
      faultPoint('restore');
    });
    for (const sequence of manifest.sequences) await setSequence(client, sequence);
    await opened.close();
    for (const table of tables) {
      const [told, found] = [manifest.tables[table.name], await countTable(client, table)];
      if (told && (told.rows !== found.rows || told.hash !== found.hash))
        throw new BadBackup(`The table ${table.name} did not arrive whole: ${found.rows} rows of ${told.rows}.`);
    }
    faultPoint('restored');
    await client.query('commit');
  });
}

function tableOf({ name }: Pick<ArchiveEntry, 'name'>): string | null {
  return /^tables\/([a-z_.]+)\/\d+$/.exec(name)?.[1] ?? null;
}

function keyOf({ name }: Pick<ArchiveEntry, 'name'>): string | null {
  return name.startsWith('files/') ? name.slice('files/'.length) : null;
}

function parse(path: string, content: Buffer): Manifest {
  try {
    return manifestShape.parse(JSON.parse(content.toString('utf8')));
  } catch {
    throw new BadBackup(`${path} is no backup that this version reads.`);
  }
}

function proofOf(secrets: Secrets): string {
  return createHmac('sha256', secrets.key('backup')).update('balcao').digest('hex');
}

/** Brings an empty database to the schema of the backup; the next start brings it to that of this version. */
async function migrateTo(wanted: string[], url: string): Promise<void> {
  const known = readMigrations().map(({ name }) => name);
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown) throw new BadBackup(`The backup is of a later version: this one has no migration ${unknown}.`);
  const there = await within(url, migrationsOf);
  if (there.some((name) => !wanted.includes(name)))
    throw new BadBackup('The database has the tables of a later version than the backup. Restore onto a database without any.');
  const dir = await newTempPath();
  mkdirSync(dir);
  try {
    for (const name of wanted) copyFileSync(join(migrationsDir(), name), join(dir, name));
    await migrate(url, dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function within<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'balcao-backup' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
