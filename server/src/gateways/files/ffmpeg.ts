// Runs ffmpeg on untrusted files, so it is restricted: only listed containers (a playlist would make it read other files) and decoders, no
// network, one thread, and limits on memory, processor time, time and the size of its output.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { limitEach } from '../../platform/limit.ts';
import { newTempPath } from '../../platform/temp-files.ts';
import { done, failed, type MediaResult } from './media-result.ts';
import { lowerPriority, underLimits } from './restrained.ts';

const containers = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,ogg,mp3,wav,aac,amr,flac,avi,mpegts';
const decoders = [
  'aac,aac_latm,alac,amrnb,amrwb,flac,gsm,gsm_ms,mp1float,mp2float,mp3,mp3float,opus,libopus,vorbis',
  'adpcm_ima_qt,adpcm_ima_wav,adpcm_ms,pcm_alaw,pcm_mulaw,pcm_f32le,pcm_s16be,pcm_s16le,pcm_s24le,pcm_s32le,pcm_u8',
  'av1,libdav1d,libaom-av1,h263,h264,hevc,mjpeg,mpeg1video,mpeg2video,mpeg4,png,theora,vp8,vp9',
].join(',');
const atOnce = 3;
const atOnceOfOneCompany = 2;
const longestMs = 60_000;
/** The largest single piece of memory, in bytes. */
const maxAlloc = 256 * 1024 * 1024;
/** Of the whole process: address space in KB, and seconds of processor time. Below the hard limit, a signal tells which one was reached. */
const limits = `ulimit -v 1500000; ulimit -t ${longestMs / 1000 + 1}; ulimit -S -t ${longestMs / 1000}; ulimit -c 0`;
/** Debian's, which gets its security updates. */
const systemPath = '/usr/bin/ffmpeg';

export type FfmpegRun = {
  companyId: number;
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

/** `path` overrides the system's and the bundled program. At most three run at once in a process, two of them for one company. */
export function createFfmpeg(path?: string): Ffmpeg {
  let executable: Promise<string | null> | null = null;
  const locate = () => (executable ??= path ? Promise.resolve(path) : existsSync(systemPath) ? Promise.resolve(systemPath) : bundledPath());
  const limited = limitEach<number>(atOnceOfOneCompany, undefined, atOnce);

  const read: Ffmpeg['read'] = (job, onChunk) =>
    limited(job.companyId, async () => {
      const program = await locate();
      if (!program) return failed('tool_missing');
      const input = await newTempPath();
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
    '-max_alloc',
    String(maxAlloc),
    '-protocol_whitelist',
    'file,pipe',
    '-format_whitelist',
    containers,
    '-codec_whitelist',
    decoders,
    '-threads',
    '1',
  ];
  const [command, options] = underLimits(limits, program, [...source, '-i', `file:${input}`, '-threads', '1', ...job.output, 'pipe:1']);
  const child = spawn(command, options, { stdio: ['ignore', 'pipe', 'ignore'], shell: false, env: {} });
  lowerPriority(child);
  return new Promise((resolve) => {
    let size = 0;
    let stopped: MediaResult<null> | null = null;
    const stop = (why: MediaResult<null>) => {
      stopped ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop(failed('timeout')), job.timeoutMs ?? longestMs);
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > job.maxOutputBytes) stop(failed('too_large'));
      else if (!stopped) onChunk(chunk);
    });
    child.on('error', () => {
      clearTimeout(timer);
      resolve(failed('tool_missing'));
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve(stopped ?? resultOf(code, signal));
    });
  });
}

function resultOf(code: number | null, signal: NodeJS.Signals | null): MediaResult<null> {
  if (code === 0) return done(null);
  // The shell's answers if it finds no program, or may not start it.
  if (code === 126 || code === 127) return failed('tool_missing');
  return failed(signal === 'SIGXCPU' ? 'timeout' : 'unreadable');
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
