import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const shell = '/bin/sh';

/**
 * The same command under limits of the operating system, given as commands of `ulimit`, where there is a shell that sets them. The program
 * replaces the shell. What a system cannot limit stays unlimited.
 */
export function underLimits(limits: string, program: string, options: string[]): [program: string, options: string[]] {
  if (!existsSync(shell)) return [program, options];
  return [shell, ['-c', `{ ${limits}; } 2>/dev/null; exec "$0" "$@"`, program, ...options]];
}

/** Lets a program that works on a file run mostly when the server itself has nothing to do. */
export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed everywhere; then it runs with normal priority.
  }
}
