// A transaction says whose it is with its first statement. `begin` waits for that and goes with it, so that both are one question to the
// database. A transaction that asks nothing is never begun.
import type pg from 'pg';

type Query = (...args: unknown[]) => unknown;
const nothing = { command: '', rowCount: null, rows: [] };

/** For a connection that only transactions of the pool use. */
export function joinBegin(client: pg.ClientBase): void {
  const query = client.query.bind(client) as Query;
  let held: string | null = null;
  Object.assign(client, {
    query(...args: unknown[]) {
      const [text, values] = args;
      if (isBegin(text)) {
        held = text;
        return Promise.resolve(nothing);
      }
      if (held === null) return query(...args);
      const begin = held;
      held = null;
      if (text === 'commit' || text === 'rollback') return Promise.resolve(nothing);
      // Only what has no values can be one question with `begin`.
      if (typeof text !== 'string' || (Array.isArray(values) && values.length > 0))
        return (query(begin) as Promise<unknown>).then(() => query(...args));
      return (query(`${begin}; ${text}`) as Promise<unknown[]>).then((results) => results.at(-1));
    },
  });
}

function isBegin(text: unknown): text is string {
  return text === 'begin' || (typeof text === 'string' && text.startsWith('start transaction'));
}
