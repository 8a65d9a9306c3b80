import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** Lets a program that works on a file run only when the server itself has nothing to do. */
export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed everywhere; then it runs with normal priority.
  }
}
