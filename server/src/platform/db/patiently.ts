import { setTimeout } from 'node:timers/promises';
import { isDatabaseAway } from '../errors.ts';
import type { Log } from '../log.ts';

const pauseMs = 1_000;
const attemptsMax = 300;

/**
 * Does work that must not be dropped because the database is away for a while: tries again every second, for five minutes at most, or until
 * `stop` says so. Whatever else goes wrong is thrown.
 */
export async function patiently<T>(log: Log, work: () => Promise<T>, stop: () => boolean = () => false): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || attempt >= attemptsMax || stop()) throw error;
      log.warn({ attempt }, 'the database is waited for');
      await setTimeout(pauseMs);
    }
  }
}
