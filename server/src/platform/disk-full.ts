import { isDiskFull } from './errors.ts';
import type { Log } from './log.ts';

const tellEveryMs = 60_000;
const told = new WeakMap<Log, number>();

/** Tells the operator when `error` means that a disk is full; once a minute, because the log may be on that disk too. */
export function tellDiskFull(log: Log, error: unknown): void {
  if (!isDiskFull(error)) return;
  const now = performance.now();
  if (now - (told.get(log) ?? Number.NEGATIVE_INFINITY) < tellEveryMs) return;
  told.set(log, now);
  log.error({ err: error }, 'a disk is full: nothing can be stored until there is room');
}
