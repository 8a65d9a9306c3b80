// Many tests provoke errors, so what servers in this process log is kept, and shown only with a test that failed.
import { pino } from 'pino';
import { afterEach, beforeAll } from 'vitest';
import type { Log } from '../src/platform/log.ts';

const kept: string[] = [];

/** A log of errors. With a level in TEST_LOG it is of that level and shown at once. */
export function testLog(): Log {
  const level = process.env.TEST_LOG;
  return level ? pino({ level }) : pino({ level: 'error' }, { write: (line: string) => void kept.push(line) });
}

/** For the test file that begins. */
export function showLogOfFailures(): void {
  beforeAll(() => {
    kept.length = 0;
  });
  afterEach(({ task }) => {
    const lines = kept.splice(0);
    if (task.result?.state === 'fail' && lines.length > 0) process.stderr.write(`Logged during "${task.name}":\n${lines.join('')}`);
  });
}
