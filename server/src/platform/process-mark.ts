// Names a process for others to see, in the names of files, so that what a dead one left behind can be told from what a living one uses.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Process ids are reused (in a container they begin at 1 on every restart), so the id alone proves nothing.
/** The mark of this process: its id and when it started. */
export function ownMark(): string {
  return `${process.pid}-${startedAt(process.pid)}`;
}

/** Does the process with this mark still run? Anything after the second `-` is ignored. */
export function isAlive(mark: string): boolean {
  const [pid, since] = mark.split('-');
  return since !== undefined && startedAt(Number(pid)) === since;
}

/** When a process started, to tell it from earlier processes with the same id; null if there is no such process. */
function startedAt(pid: number): string | null {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).replace(/\W+/g, '_');
    // Field 22 of /proc/[pid]/stat (proc(5)); the command name before it may contain spaces and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
