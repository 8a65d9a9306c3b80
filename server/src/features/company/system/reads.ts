import server from '../../../../package.json' with { type: 'json' };
import type { Reader } from '../../../platform/context.ts';
import { keysAfter } from './store/file-owners.ts';

/** The version of the application, as its package states it. */
export function showVersion(): { version: string } {
  return { version: server.version };
}

/** The next stored files of a company in the order of their keys: those after `after`, at most `limit`. */
export function filesOfCompany(ctx: Reader, after: string, limit: number): Promise<string[]> {
  return keysAfter(ctx, after, limit);
}

export { passwordKeys, resetKeys, resetRequestKeys, signInKeys } from './rules.ts';
