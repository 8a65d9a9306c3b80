// A lock that lasts as long as its process and its database connection: when the holder dies, others see it at once.
import pg from 'pg';
import type { Log } from '../log.ts';

export type HeldLock = {
  isHeld(): boolean;
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
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    client.on('error', (error) => {
      log.warn({ err: error }, 'a held lock was lost');
      if (holder === client) holder = null;
    });
    try {
      await client.connect();
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
  return {
    isHeld: () => holder !== null,
    retake,
    async release() {
      await holder?.end().catch(() => undefined);
      holder = null;
    },
  };
}
