// A lock that is held as long as its process and its connection to the database live: others see at once that its holder is gone.
import pg from 'pg';
import type { Log } from '../log.ts';

export type HeldLock = {
  isHeld(): boolean;
  release(): Promise<void>;
};

/** Holds the advisory lock (`space`, hash of `name`) on a connection of its own, and takes it again after losing it. */
export async function holdLock(url: string, space: number, name: string, log: Log): Promise<HeldLock> {
  let holder: pg.Client | null = null;
  let released = false;
  const hold = async () => {
    const client = new pg.Client({ connectionString: url, application_name: 'balcao-held', keepAlive: true });
    client.on('error', (error) => {
      log.warn({ err: error }, 'a held lock was lost');
      if (holder === client) holder = null;
    });
    await client.connect();
    await client.query('select pg_advisory_lock($1, hashtext($2))', [space, name]);
    holder = client;
  };
  await hold();
  const timer = setInterval(() => {
    if (!holder && !released) hold().catch((error) => log.warn({ err: error }, 'a held lock could not be taken again'));
  }, 2_000);
  return {
    isHeld: () => holder !== null,
    async release() {
      released = true;
      clearInterval(timer);
      await holder?.end().catch(() => undefined);
      holder = null;
    },
  };
}
