import type pg from 'pg';

/** `client.query` with whatever arguments. */
export type Query = (...args: unknown[]) => unknown;

/** Puts something around each query of a connection. `around` gets the query as it was until now; what is put around last is asked first. */
export function aroundQuery(client: pg.ClientBase, around: (query: Query) => Query): void {
  Object.assign(client, { query: around(client.query.bind(client) as Query) });
}
