// What programs of a company may do with a key, and how often programs may call.

export const apiScopes = [
  'contacts:read',
  'contacts:write',
  'tickets:read',
  'tickets:write',
  'messages:read',
  'messages:write',
  'tags:read',
  'tags:write',
  'queues:read',
  'templates:read',
] as const;
/** What a key lets its holder do. Reading and writing are separate: a key that writes may not read by that. */
export type ApiScope = (typeof apiScopes)[number];

/** How many keys a company may have. */
export const apiKeysMax = 50;

/** Requests per minute with one key, and with the token of one connection. */
export const programsPerMinute = { key: 600, token: 300 } as const;

/** What every key begins with, so that people and scanners of secrets recognise one. */
export const apiKeyPrefix = 'blc_';

/** The largest page of a list. */
export const apiPageMax = 100;
