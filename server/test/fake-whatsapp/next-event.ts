import type { EventEmitter } from 'node:events';

/** The arguments of the next such event that matches; rejects when none comes in time. */
export function nextEvent<Args extends unknown[]>(
  emitter: EventEmitter,
  event: string,
  matches: (...args: Args) => boolean,
  timeoutMs: number,
): Promise<Args> {
  return new Promise((resolve, reject) => {
    const heard = (...args: Args) => {
      if (!matches(...args)) return;
      done();
      resolve(args);
    };
    const timer = setTimeout(() => {
      done();
      reject(new Error(`the server saw no such ${event} within ${timeoutMs} ms`));
    }, timeoutMs);
    const done = () => {
      clearTimeout(timer);
      emitter.off(event, heard as (...args: unknown[]) => void);
    };
    emitter.on(event, heard as (...args: unknown[]) => void);
  });
}
