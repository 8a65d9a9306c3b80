/** Shared by the commands: the checkout, its dependencies, and running programs in it. Uses no installed packages. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** Ends the process with a sentence if Node.js is too old for the rest. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Balcão needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Installs the versions in package-lock.json if node_modules differs. */
export async function installIfStale() {
  if (isInstalled()) return;
  console.log('Installing the locked dependencies…');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  // Not `npm ci`: it refuses a lock file that lacks an optional package for another platform, as when a registry does not have it.
  const [command, ...args] = [...npm, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  // Try twice: a registry may fail once.
  if ((await run(command, args)) !== 0 && (await run(command, args)) !== 0) {
    console.error('The dependencies could not be installed; see above.');
    process.exit(1);
  }
}

// npm writes node_modules/.package-lock.json last, so an interrupted install is noticed too.
function isInstalled() {
  const installedFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = readJson(installedFile).packages;
  return Object.entries(readJson(join(root, 'package-lock.json')).packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true;
    const present = installed[path];
    if (!present) return wanted.optional === true || wanted.devOptional === true;
    return wanted.link ? present.link === true : present.version === wanted.version && present.integrity === wanted.integrity;
  });
}

/**
 * Runs a program of node_modules or the system in the checkout and returns its exit code.
 * @param {string} command @param {string[]} args @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options, env: toolEnv(options.cwd) });
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      done(127);
    });
    child.once('close', (code) => done(code ?? 1));
  });
}

/** The environment with the programs of node_modules in the path, for a command started without npm. A workspace may have its own. */
export function toolEnv(cwd = root) {
  return { ...process.env, PATH: [join(cwd, 'node_modules/.bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) };
}

/**
 * Runs `build` unless its output exists and was built from the same inputs.
 * @param {{ name: string, inputs: string[], output: string }} target paths relative to the checkout
 * @param {() => Promise<void>} build
 */
export async function buildIfStale({ name, inputs, output }, build) {
  const stamp = join(root, '.cache/build', `${name}.sha256`);
  const wanted = hashOf(inputs);
  if (existsSync(join(root, output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log(`Building the ${name}…`);
  await build();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of filesUnder(join(root, input))) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** All files of a directory in a stable order, or the file itself; empty if it does not exist. */
export function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules' && entry.name !== 'dist')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(join(path, entry.name)));
}

export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
