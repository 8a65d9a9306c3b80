// How jobs get through an outage of the database: what the job library does not see, and what it does not wait for.
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { aroundQuery } from '../db/around-query.ts';

/**
 * Calls `failed` when the result of a job could not be saved, as on a full disk, or a look for one got no answer: the job stays locked, and with
 * it its queue. The library waits for no result, so that an error would reach nobody: it is told of an empty one. Calls `saved` when a queue
 * became free.
 */
export function watchResults(client: pg.ClientBase, failed: (error: unknown) => void, saved: () => void): void {
  aroundQuery(client, (query) => (...args) => {
    const [config] = args as [{ text?: string } | string];
    const result = query(...args);
    const text = typeof config === 'string' ? config : (config.text ?? '');
    if (!(result instanceof Promise && text.includes('_private_jobs as jobs'))) return result;
    return result.then(
      (answer: unknown) => {
        if (text.includes('set locked_by = null')) saved();
        return answer;
      },
      (error: unknown) => {
        failed(error);
        // Without its code, by which the library would ask again for minutes. No other slot looks meanwhile.
        if (text.includes('skip locked')) throw new Error('no job was got', { cause: error });
        return { rows: [], rowCount: 0 };
      },
    );
  });
}

const connectAgainMs = 250;

export type PatientPool = {
  pool: pg.Pool;
  /** When no connection is taken or asked for: a job library that was stopped still saves the results of its last jobs. */
  idle(): Promise<void>;
};

/**
 * The pool as the job library sees it: whoever asks for a connection waits until there is one, or the process stops. A job that ends while
 * the database is away keeps its result that long.
 */
export function patient(pool: pg.Pool, stopping: AbortSignal): PatientPool {
  let taken = 0;
  let becameIdle = () => {};
  const gaveBack = () => {
    taken -= 1;
    if (taken === 0) becameIdle();
  };
  const connect = async (): Promise<pg.PoolClient> => {
    taken += 1;
    for (;;) {
      try {
        const client = await pool.connect();
        const { release } = client;
        client.release = (error) => {
          release(error);
          gaveBack();
        };
        return client;
      } catch (error) {
        if (stopping.aborted) {
          gaveBack();
          throw error;
        }
        await setTimeout(connectAgainMs);
      }
    }
  };
  const idle = () =>
    new Promise<void>((resolve) => {
      becameIdle = resolve;
      if (taken === 0) resolve();
    });
  const patientPool = new Proxy(pool, {
    get(target, key) {
      // With a callback it listens for new jobs, and tries again by itself.
      if (key === 'connect')
        return (whenConnected?: Parameters<pg.Pool['connect']>[0]) => (whenConnected ? pool.connect(whenConnected) : connect());
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { pool: patientPool, idle };
}
