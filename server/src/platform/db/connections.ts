// How many database connections a process holds at most, so that an operator can tell how many PostgreSQL has to take.
import type { Config } from '../../env.ts';

/** Beside the pool for requests and the work of jobs, which is `DATABASE_POOL`. */
export const connectionsBeside = {
  /** Take jobs and note their results. */
  jobs: 6,
  clock: 1,
  /** Shows the others that the process lives: one for its jobs, one for its sessions. */
  held: 1,
  /** Realtime between processes, unless it goes over Redis. */
  sockets: 3,
  calls: 1,
} as const;

/** The most that a process with this configuration holds. At its start it migrates before it opens them, with two. */
export function connectionsOf({
  databasePool,
  roles,
  cluster,
  redisUrl = null,
}: Pick<Config, 'databasePool' | 'roles' | 'cluster'> & Partial<Pick<Config, 'redisUrl'>>): number {
  const { jobs, clock, held, sockets, calls } = connectionsBeside;
  const works = roles.has('worker') || roles.has('connections');
  const between = cluster ? (redisUrl === null ? sockets : 0) + calls : 0;
  return databasePool + clock + (works ? jobs + held : 0) + (roles.has('connections') ? held : 0) + between;
}
