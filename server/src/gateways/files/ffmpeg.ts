// Runs ffmpeg on untrusted files. The bundled build is old, so it is restricted: only listed containers (a playlist would make it read
// other files), no network, one thread, a time limit, a limit on the output size, and no shell.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { done, failed, type MediaResult } from './media-result.ts';

const containers = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,ogg,mp3,wav,aac,amr,flac,avi,mpegts';
const atOnce = 2;

export type FfmpegRun = {
  input: Uint8Array;
  /** Options for the output, which goes to standard output. */
  output: string[];
  maxOutputBytes: number;
  timeoutMs?: number;
};

export type Ffmpeg = {
  /** The complete output. */
  run(job: FfmpegRun): Promise<MediaResult<Uint8Array>>;
  /** The output in chunks, for results that need not be kept. */
  read(job: FfmpegRun, onChunk: (chunk: Uint8Array) => void): Promise<MediaResult<null>>;
};

/** `path` overrides the bundled program. At most two run at once in a process. */
export function createFfmpeg(path?: string): Ffmpeg {
  let executable: Promise<string | null> | null = null;
  const locate = () => (executable ??= path ? Promise.resolve(path) : bundledPath());
  const turn = limitConcurrency(atOnce);

  const read: Ffmpeg['read'] = (job, onChunk) =>
    turn(async () => {
      const program = await locate();
      if (!program) return failed('tool_missing');
      const input = join(tmpdir(), `balcao-${randomUUID()}`);
      try {
        await writeFile(input, job.input, { mode: 0o600 });
        return await execute(program, input, job, onChunk);
      } finally {
        await rm(input, { force: true });
      }
    });

  return {
    read,
    async run(job) {
      const chunks: Uint8Array[] = [];
      const ended = await read(job, (chunk) => chunks.push(chunk));
      if (!ended.ok) return ended;
      const written = Buffer.concat(chunks);
      return written.length > 0 ? done(written) : failed('unreadable');
    },
  };
}

function execute(program: string, input: string, job: FfmpegRun, onChunk: (chunk: Uint8Array) => void): Promise<MediaResult<null>> {
  const source = [
    '-nostdin',
    '-hide_banner',
    '-loglevel',
    'error',
    '-protocol_whitelist',
    'file,pipe',
    '-format_whitelist',
    containers,
    '-threads',
    '1',
  ];
  const child = spawn(program, [...source, '-i', `file:${input}`, '-threads', '1', ...job.output, 'pipe:1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: false,
    env: {},
  });
  return new Promise((resolve) => {
    let size = 0;
    let stopped: MediaResult<null> | null = null;
    const stop = (why: MediaResult<null>) => {
      stopped ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop(failed('timeout')), job.timeoutMs ?? 60_000);
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > job.maxOutputBytes) stop(failed('too_large'));
      else if (!stopped) onChunk(chunk);
    });
    child.on('error', () => {
      clearTimeout(timer);
      resolve(failed('tool_missing'));
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(stopped ?? (code === 0 ? done(null) : failed('unreadable')));
    });
  });
}

async function bundledPath(): Promise<string | null> {
  try {
    const installer: unknown = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg');
    if (typeof installer !== 'object' || installer === null || !('path' in installer) || typeof installer.path !== 'string') return null;
    // Some installations lose the executable bit of the package. If it cannot be set here, it may be set already.
    await chmod(installer.path, 0o755).catch(() => {});
    return installer.path;
  } catch {
    return null;
  }
}

/** Runs at most `limit` tasks at once, in order. */
function limitConcurrency(limit: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
