// The CPU time of the server and of the database. It depends little on what else runs on the machine, and tells what a request costs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { asSuperuser } from './database.ts';

export type Cpu = { server: number; database: number };

/** Ways to read the CPU time, in ms, that both have taken since they began. Null where the system does not tell (it is Linux that does). */
export async function cpuMeter(serverPid: number, superUrl: string): Promise<(() => Cpu) | null> {
  if (!existsSync('/proc/self/stat')) return null;
  const postmaster = await asSuperuser(superUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return statOf(rows[0]?.pid ?? 0)?.parent;
  });
  if (!postmaster) return null;
  return () => {
    const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []));
    const database = all.filter(({ pid, parent }) => pid === postmaster || parent === postmaster);
    const sum = (of: Stat[]) => of.reduce((total, { ms }) => total + ms, 0);
    const ended = database.find(({ pid }) => pid === postmaster)?.endedMs ?? 0;
    return { server: sum(all.filter(({ pid }) => pid === serverPid)), database: sum(database) + ended };
  };
}

type Stat = { pid: number; parent: number; ms: number /** Of children that are gone. */; endedMs: number };

/** proc_pid_stat(5); its times are in hundredths of a second on every system that Node.js runs on. */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, ...rest] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.slice(9, 13);
    return { pid, parent: parent ?? 0, ms: (user + system) * 10, endedMs: (endedUser + endedSystem) * 10 };
  } catch {
    // It has ended.
    return null;
  }
}
