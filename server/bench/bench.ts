// Shared by all measurements.
import { signAccessToken } from '../src/platform/access-token.ts';
import { asSuperuser, type BenchDatabase, secrets } from './database.ts';
import type { Tell } from './figures.ts';
import { admin, company, sessionOf, size } from './seed.ts';
import type { ServerProcess } from './server-process.ts';

export type Bench = {
  database: BenchDatabase;
  server: ServerProcess;
  tell: Tell;
  /** Multiplies the duration of each measurement. */
  pace: number;
  /** Work for when the server has stopped: what it still does would wait for it, and it for that. */
  afterwards(work: () => Promise<void>): void;
};

/** An access token of a seeded user, valid for fifteen minutes. */
export function tokenOf(userId: number): Promise<string> {
  const profile = userId <= size.admins ? 'admin' : 'user';
  return signAccessToken(
    secrets,
    { usarname: `Pessoa ${userId}`, profile, id: userId, companyId: company, sessionId: sessionOf(userId), tokenVersion: 0 },
    new Date(),
  );
}

export const adminToken = () => tokenOf(admin);

/** Removes the companies of these names, and their jobs. */
export async function removeCompanies(superUrl: string, ...names: string[]): Promise<void> {
  await asSuperuser(superUrl, async (client) => {
    await client.query(
      `delete from graphile_worker._private_jobs where payload ->> 'companyId' in (select id::text from companies where name = any($1))`,
      [names],
    );
    // What names people goes before them.
    await client.query('delete from tickets where company_id in (select id from companies where name = any($1))', [names]);
    await client.query('delete from companies where name = any($1)', [names]);
  });
}

/** Pseudo-random numbers, the same in every run. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
