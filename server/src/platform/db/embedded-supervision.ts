/** Watches over the built-in server while it is used: starts it again when it stopped by itself, and keeps its log file small. */
import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const lookEveryMs = 1_000;
const pauseMaxMs = 30_000;
const maxLogBytes = 10_000_000;

export type Supervision = {
  /** Looks now instead of with the next round. */
  look(): void;
  end(): void;
};

/**
 * `startAgain` is called when `isRunning` is false, and again with growing pauses until it succeeds. It need not be this process that
 * started the server: the one that did may have died.
 */
export function superviseServer(
  server: { logFile: string; isRunning(): boolean; startAgain(): Promise<unknown> },
  log: (message: string) => void,
): Supervision {
  let reviving = false;
  let ended = false;
  const revive = async () => {
    log('The built-in database stopped by itself; starting it again.');
    for (let attempt = 1; !ended; attempt++) {
      try {
        await server.startAgain();
        log('The built-in database runs again.');
        return;
      } catch (error) {
        log(`The built-in database does not start again: ${error instanceof Error ? error.message : error}`);
        await delay(Math.min(pauseMaxMs, 250 * 2 ** attempt), undefined, { ref: false });
      }
    }
  };
  const look = () => {
    if (reviving || ended || server.isRunning()) return;
    reviving = true;
    void revive().finally(() => {
      reviving = false;
    });
  };
  const timer = setInterval(() => {
    look();
    boundLog(server.logFile);
  }, lookEveryMs).unref();
  return {
    look,
    end() {
      ended = true;
      clearInterval(timer);
    },
  };
}

/** Empties a log file that has grown large; what it said stays beside it as `.1`. The server has the file open, so it is not renamed. */
export function boundLog(path: string): void {
  if (!existsSync(path) || statSync(path).size <= maxLogBytes) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}
