// A transaction says whose it is with its first statement. `begin` and that wait for the statement after them and go with it, so that all are one
// way to the database. Nobody waits for the end of a transaction that only read. One that asks nothing is never begun.
import type pg from 'pg';
import { aroundQuery, type Query } from './around-query.ts';

const nothing = { command: '', rowCount: null, rows: [] };

/** For a connection that only transactions of the pool use, and that sends each statement at once (`pipeline`). */
export function joinBegin(client: pg.Client): void {
  const { stream } = client.connection;
  let held: string | null = null;
  let onlyReads = false;
  let unanswered: Promise<unknown> | null = null;
  aroundQuery(client, (query) => {
    /** Its answer counts with that to the next statement: when it failed, so did that one. */
    const sendAhead = (text: string) => {
      unanswered = query(text) as Promise<unknown>;
      unanswered.catch(() => undefined);
    };
    const send: Query = (...args) => {
      const ahead = unanswered;
      unanswered = null;
      const answer = query(...args);
      return ahead ? Promise.all([ahead, answer]).then(([, last]) => last) : answer;
    };
    const begun = (text: unknown, values: unknown) => {
      if (text === 'rollback') unanswered = null;
      if (text !== 'commit' || !onlyReads) return send(text, values);
      sendAhead(text);
      return Promise.resolve(nothing);
    };
    return (...args) => {
      const [text, values] = args;
      if (isBegin(text)) {
        held = text;
        onlyReads = text.includes('read only');
        return Promise.resolve(nothing);
      }
      if (held === null) return args.length > 2 ? query(...args) : begun(text, values);
      const isPlain = typeof text === 'string' && !(Array.isArray(values) && values.length > 0);
      if (isPlain && text.startsWith('set local ')) {
        held = `${held}; ${text}`;
        return Promise.resolve(nothing);
      }
      const begin = held;
      held = null;
      if (text === 'commit' || text === 'rollback') return Promise.resolve(nothing);
      // Only what has no values can be one question with `begin`.
      if (isPlain) return (query(`${begin}; ${text}`) as Promise<unknown[]>).then((results) => results.at(-1));
      stream.cork();
      sendAhead(begin);
      const answer = send(...args);
      stream.uncork();
      return answer;
    };
  });
}

function isBegin(text: unknown): text is string {
  return text === 'begin' || (typeof text === 'string' && text.startsWith('start transaction'));
}
