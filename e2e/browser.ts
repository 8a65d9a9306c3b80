/** The Chromium the journeys run in: a given one, one of the machine, or the one that comes as a package. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { type Browser, chromium } from '@playwright/test';

export type { Browser, CDPSession, Locator, Page, Response } from '@playwright/test';

const unpacked = resolve(import.meta.dirname, '../.cache/chromium-147.0.0');

/** Path of the browser: CHROMIUM_PATH, else a Chromium or Chrome in PATH, else the packaged one, unpacked at the first use (some seconds). */
export async function chromiumPath(): Promise<string> {
  return process.env.CHROMIUM_PATH ?? onThisMachine() ?? packaged();
}

/** Launch options for Playwright. The microphone is a fake one that beeps, and is granted without asking. */
export async function chromiumLaunchOptions(): Promise<{ executablePath: string; args: string[]; env: Record<string, string> }> {
  const executablePath = await chromiumPath();
  return {
    executablePath,
    // The package's own default flags are left out: they include --disable-web-security, which would hide faults.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--no-first-run',
      // The pages of one browser share a process, and so the code that is compiled in it.
      '--process-per-site',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
    ],
    env: { ...inherited(), ...(executablePath.startsWith(unpacked) ? packagedLibraries() : {}) },
  };
}

/** Starts it by itself, for what is no journey. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(await chromiumLaunchOptions());
}

function onThisMachine(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const candidates = (process.env.PATH ?? '').split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)));
  return candidates.find(isExecutable);
}

function packaged(): string {
  const executable = join(unpacked, 'chromium');
  if (isExecutable(executable)) return executable;
  const half = `${unpacked}.${process.pid}`;
  mkdirSync(half, { recursive: true });
  // The package unpacks into the temporary directory it sees when loaded, and its libraries only on a machine that looks like this one.
  const env = { ...process.env, TMPDIR: half, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
  const script = `const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: import.meta.dirname, env, stdio: 'inherit' });
  try {
    renameSync(half, unpacked);
  } catch (error) {
    // Another process may have finished first.
    rmSync(half, { recursive: true, force: true });
    if (!isExecutable(executable)) throw error;
  }
  return executable;
}

/** A bare machine lacks NSS and fonts; the package brings both. */
function packagedLibraries(): Record<string, string> {
  return {
    LD_LIBRARY_PATH: [join(unpacked, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter),
    ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(unpacked, 'fonts') }),
  };
}

function inherited(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
