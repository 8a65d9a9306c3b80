import server from '../../../../package.json' with { type: 'json' };
import type { Reader } from '../../../platform/context.ts';
import { fileColumns, keysAfter } from './store/file-owners.ts';

/** SQL for the keys of all files that rows of any company own, each once. */
export function everyKeySql(): string {
  const owners = fileColumns.map(
    ({ table, column, key, owns }) => `select ${key ?? `t.${column}`} as key from ${table} t where ${owns ?? 'true'}`,
  );
  return `select key from (${owners.join(' union ')}) as owned where key is not null order by key`;
}

/** The version of the application, as its package states it. */
export function showVersion(): { version: string } {
  return { version: server.version };
}

/** The next stored files of a company in the order of their keys: those after `after`, at most `limit`. */
export function filesOfCompany(ctx: Reader, after: string, limit: number): Promise<string[]> {
  return keysAfter(ctx, after, limit);
}

export { passwordKeys, resetKeys, resetRequestKeys, signInKeys } from './rules.ts';
