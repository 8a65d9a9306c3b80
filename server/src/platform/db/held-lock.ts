// A lock that lasts as long as its process and its database connection: when the holder dies, others see it at once.
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { askAgain, connectionPatience, cutWhenSilent, vanishedSoon } from './silence.ts';

const goodbyeMs = 2_000;
/** A connection on which nothing was asked for so long is asked whether it is there. */
const silentMs = 4_500;

export type HeldLock = {
  isHeld(): boolean;
  /** Asks something short on the connection that holds the lock; rejects if it is lost. */
  ask(text: string, values: unknown[]): Promise<unknown[]>;
  /** Takes the lock again after it was lost, or throws. Meanwhile others may have considered this process dead. */
  retake(): Promise<void>;
  release(): Promise<void>;
};

/** Holds the advisory lock (`space`, hash of `name`) on a connection of its own. */
export async function holdLock(url: string, space: number, name: string, log: Log): Promise<HeldLock> {
  let holder: pg.Client | null = null;
  const retake = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'balcao-held',
      ...connectionPatience,
      options: vanishedSoon,
    });
    client.on('error', (error) => {
      log.warn({ err: error }, 'a held lock was lost');
      if (holder === client) holder = null;
    });
    try {
      await client.connect();
      cutWhenSilent(client);
      const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as ours', [space, name]);
      // A broken connection of ours may hold it until the server notices.
      if (!rows[0]?.ours) throw new Error('a lock is still held');
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    holder = client;
  };
  await retake();
  // Only asking shows that the connection is still there. Whoever asks something of their own saves that.
  let askedAt = performance.now();
  const asking = askAgain(() => (performance.now() - askedAt < silentMs ? null : holder));
  return {
    isHeld: () => holder !== null,
    async ask(text, values) {
      if (!holder) throw new Error('a lock was lost');
      askedAt = performance.now();
      const { rows } = await holder.query({ text, values });
      return rows;
    },
    retake,
    async release() {
      asking.end();
      const last = holder;
      holder = null;
      await Promise.race([last?.end().catch(() => undefined), setTimeout(goodbyeMs, undefined, { ref: false })]);
    },
  };
}
