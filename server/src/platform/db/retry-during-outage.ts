import { setTimeout } from 'node:timers/promises';
import { tellDiskFull } from '../disk-full.ts';
import { isDatabaseAway, isTooSlow } from '../errors.ts';
import type { Log } from '../log.ts';

const pauseMs = 1_000;
const attemptsMax = 300;
/** A busy moment passes sooner; what is always too slow must not be tried for an hour. */
const slowAttemptsMax = 5;

/**
 * Retries work that must survive a database outage: every second, for five minutes at most, or until `stop` returns true. What was
 * cancelled because it took too long is tried five times. Other errors are thrown at once.
 */
export async function retryDuringOutage<T>(log: Log, work: () => Promise<T>, stop: () => boolean = () => false): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const most = isDatabaseAway(error) ? attemptsMax : isTooSlow(error) ? slowAttemptsMax : 0;
      if (attempt >= most || stop()) throw error;
      tellDiskFull(log, error);
      log.warn({ attempt }, 'the database is waited for');
      await setTimeout(pauseMs);
    }
  }
}
