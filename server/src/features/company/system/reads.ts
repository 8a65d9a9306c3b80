import server from '../../../../package.json' with { type: 'json' };

/** The version of the application, as its package states it. */
export function showVersion(): { version: string } {
  return { version: server.version };
}

export { passwordKeys, resetKeys, resetRequestKeys, signInKeys } from './rules.ts';
