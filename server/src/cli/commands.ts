// What each command does. Answers the exit code.
import { resolve } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { updateCompany } from '../features/company/companies/actions.ts';
import { setPasswordOf } from '../features/company/password-reset/actions.ts';
import { everyKeySql, showVersion } from '../features/company/system/reads.ts';
import { addOperator } from '../features/company/users/actions.ts';
import { checkBackup, type Manifest, restoreBackup, writeBackup } from '../platform/backup/backup.ts';
import { systemClock } from '../platform/clock.ts';
import { asSystem, mintCompanyId } from '../platform/context.ts';
import { readMigrations } from '../platform/db/migration-files.ts';
import { hashPassword, readablePassword } from '../platform/passwords.ts';
import { CliError, type Installation, secretText, withInstallation, withProduct } from './installation.ts';

type Options = Record<string, string | boolean | undefined>;

const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);

export async function createSuper(options: Options): Promise<number> {
  const email = emailOf(options);
  const password = passwordOf(options);
  const name = typeof options.name === 'string' ? options.name.trim() : 'Administração';
  if (name.length < 2 || name.length > 50) throw new CliError('--name has 2 to 50 characters');
  const passwordHash = await hashPassword(password);
  await withProduct((ctx) => addOperator(ctx, { name, email, passwordHash }));
  say(`${email} is an operator now.`);
  if (!options.password) say(`The password is ${password}  (shown only this once)`);
  return 0;
}

export async function resetPassword(options: Options): Promise<number> {
  const email = emailOf(options);
  const password = passwordOf(options);
  await withProduct((ctx) => setPasswordOf(ctx, email, password, options['keep-second-factor'] === true));
  say(`The password of ${email} is set, and all their sessions have ended.`);
  if (!options.password) say(`It is ${password}  (shown only this once)`);
  return 0;
}

export async function disableCompany(options: Options): Promise<number> {
  const id = Number(options.company);
  if (!Number.isSafeInteger(id) || id < 1) throw new CliError('--company is the number of a company');
  const status = options.enable === true;
  const { name } = await withProduct((ctx) => updateCompany(asSystem(ctx, mintCompanyId(id)), id, { status }));
  say(status ? `${name} may work again.` : `${name} is switched off. Within seconds nobody of it can do anything.`);
  return 0;
}

export async function backup(options: Options, [path, more]: string[]): Promise<number> {
  if (!path || more) throw new CliError('backup takes one FILE');
  return withInstallation(async (installation) => {
    const secret = options['with-secret'] === true ? secretText(installation.config) : null;
    const about = { version: showVersion().version, now: systemClock(), keysSql: everyKeySql(), secret };
    const manifest = await writeBackup(resolve(path), placeOf(installation), about);
    say(`${resolve(path)}: ${contents(manifest)}.`);
    if (manifest.files.missing > 0) say(`${manifest.files.missing} files were not there any more.`);
    if (!secret) say('The secret is not in it: keep APP_SECRET, or DATA_DIR/secret, in another place.');
    return 0;
  });
}

export async function restore(options: Options, [path, more]: string[]): Promise<number> {
  if (!path || more) throw new CliError('restore takes one FILE');
  const manifest = await checkBackup(resolve(path));
  say(`${resolve(path)} is whole: ${contents(manifest)}, made on ${manifest.createdAt}.`);
  const place = (installation: Installation) =>
    restoreBackup(resolve(path), placeOf(installation), manifest, options['without-secret'] === true);
  await withInstallation(place, manifest.secret);
  say('Everything is back; counts and checksums of all tables are equal. Start the server.');
  return 0;
}

export async function check(_options: Options, [path]: string[]): Promise<number> {
  if (path) {
    const manifest = await checkBackup(resolve(path));
    say(`${resolve(path)} is whole: ${contents(manifest)}, made on ${manifest.createdAt} by version ${manifest.version}.`);
    return 0;
  }
  return withInstallation(async ({ database, gateways }) => {
    const client = new pg.Client({ connectionString: database.directUrl });
    await client.connect();
    const problems: string[] = [];
    const ask = async <T extends pg.QueryResultRow>(statement: string) => (await client.query<T>(statement)).rows;
    try {
      const [schema] = await ask<{ there: boolean }>(`select to_regclass('public.schema_migrations') is not null as there`);
      if (!schema?.there) throw new CliError('The database has no tables: the server was never started.');
      await client.query(`begin read only`);
      await client.query(`select set_config('app.platform', 'on', true)`);
      const applied = new Set((await ask<{ name: string }>('select name from schema_migrations')).map(({ name }) => name));
      const missing = readMigrations().filter(({ name }) => !applied.has(name));
      if (missing.length > 0) problems.push(`${missing.length} migrations are not applied; the next start applies them.`);
      const open = await ask<{ name: string }>(
        `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)`,
      );
      for (const { name } of open) problems.push(`The table ${name} has no forced row-level security.`);
      const [jobs] = await ask<{ failed: number }>(
        'select count(*)::float8 as failed from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null',
      );
      if (jobs && jobs.failed > 0) problems.push(`${jobs.failed} jobs have failed for good.`);
      const keys = await ask<{ key: string }>(everyKeySql());
      let lost = 0;
      for (const { key } of keys) if (!(await gateways.files.head(key))) lost++;
      if (lost > 0) problems.push(`${lost} of ${keys.length} files are not in the storage.`);
      say(`${applied.size} migrations, ${keys.length} files.`);
    } finally {
      await client.end();
    }
    for (const problem of problems) say(problem);
    if (problems.length === 0) say('All is well.');
    return problems.length === 0 ? 0 : 1;
  });
}

function placeOf({ database, gateways, secrets, say }: Installation) {
  return { url: database.directUrl, files: gateways.files, secrets, say };
}

function contents({ tables, files }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return `${Object.keys(tables).length} tables with ${rows} rows, ${files.count} files`;
}

function emailOf({ email }: Options): string {
  const parsed = z.email().safeParse(typeof email === 'string' ? email.trim() : '');
  if (!parsed.success) throw new CliError('--email is an e-mail address');
  return parsed.data;
}

function passwordOf({ password }: Options): string {
  const chosen = typeof password === 'string' ? password : readablePassword();
  if (chosen.length < 8 || chosen.length > 50) throw new CliError('--password has 8 to 50 characters');
  return chosen;
}
