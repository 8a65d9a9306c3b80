// A frozen server, or a network that swallows packets, closes no connection: it just never answers. So the answer has a deadline here.
import type pg from 'pg';
import { aroundQuery } from './around-query.ts';

/** PostgreSQL itself cancels a statement after this. Less than `silenceMs`, so that no connection is ended because of a slow statement. */
export const statementMs = 6_000;
/** How long to wait for a connection. Together with `silenceMs` this keeps a request under ten seconds. */
const connectMs = 3_000;
/** No answer for this long: the connection is lost. */
const silenceMs = 6_500;

const askEveryMs = 5_000;

/** For every connection to the database: opening it has a deadline, and a dead peer is noticed also while nothing is asked. */
export const connectionPatience = { connectionTimeoutMillis: connectMs, keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const;

/** For connections that hold a lock of their session: so that the server lets go of it soon when this machine has vanished. */
export const vanishedSoon = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=5';

/** The database did not answer in time. What was asked may have been done. */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT';
  constructor() {
    super(`the database did not answer within ${silenceMs} ms`);
  }
}

/** Cuts a connection that was asked something and does not answer. Whatever waits for it then fails as with any lost connection. */
export function cutWhenSilent(client: pg.Client): void {
  const { connection } = client;
  let timer: NodeJS.Timeout | null = null;
  const answered = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  const wait = () => {
    answered();
    timer = setTimeout(() => connection.stream.destroy(new DatabaseSilent()), silenceMs).unref();
  };
  aroundQuery(client, (query) => (...args) => {
    if (!timer) wait();
    return query(...args);
  });
  // `drain` comes first when nothing else waits for an answer; otherwise the next one has the same time.
  client.on('drain', answered);
  connection.on('readyForQuery', () => {
    if (timer) wait();
  });
  connection.on('end', answered);
}

/** For a connection on which nothing else is asked: asking is the only way to see that it is still there. `current`: it, if there is one. */
export function askAgain(current: () => pg.ClientBase | null): { end(): void } {
  let asked: pg.ClientBase | null = null;
  const timer = setInterval(() => {
    const client = current();
    if (!client || client === asked) return;
    asked = client;
    client
      .query('select 1')
      .catch(() => undefined)
      .finally(() => {
        asked = null;
      });
  }, askEveryMs).unref();
  return { end: () => clearInterval(timer) };
}
