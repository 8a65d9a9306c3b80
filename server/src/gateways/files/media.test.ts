import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFfmpeg } from './ffmpeg.ts';
import { createMedia } from './media.ts';

const media = createMedia();
const text = (written: string) => new TextEncoder().encode(written);

/** `seconds` of a tone that is silent in its first half, as WAV. */
function tone(seconds: number, rate = 16_000): Uint8Array {
  const samples = seconds * rate;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0).toString();
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let index = samples / 2; index < samples; index += 1) wav.writeInt16LE(Math.round(Math.sin(index / 6) * 20_000), 44 + index * 2);
  return wav;
}

function value<T>(result: { ok: true; value: T } | { ok: false; problem: string }): T {
  if (!result.ok) throw new Error(result.problem);
  return result.value;
}

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#2a7' } });

describe('sniff', () => {
  test.each<[string, Uint8Array, object, object]>([
    ['pdf', text('%PDF-1.7\n'), { mime: 'image/png' }, { mime: 'application/pdf', inline: true }],
    [
      'html declared as picture',
      text('<!DOCTYPE html><script>alert(1)</script>'),
      { mime: 'image/png', filename: 'a.png' },
      { mime: 'text/html', inline: false },
    ],
    [
      'svg',
      text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      { mime: 'image/svg+xml' },
      { mime: 'image/svg+xml', inline: false },
    ],
    ['svg without prolog', text('<svg onload="x()"/>'), { mime: 'image/png' }, { mime: 'image/svg+xml', inline: false }],
    ['csv', text('nome;cidade\nAna;São Paulo'), { filename: 'lista.CSV' }, { mime: 'text/csv', extension: 'csv', inline: false }],
    [
      'csv in Latin letters',
      Uint8Array.from(Buffer.from('nome;cidade\nAna;São Paulo', 'latin1')),
      { mime: 'text/csv' },
      { mime: 'text/csv' },
    ],
    ['plain text', text('bom dia'), {}, { mime: 'text/plain', inline: false }],
    ['vcard', text('BEGIN:VCARD\nVERSION:3.0'), {}, { mime: 'text/vcard' }],
    ['rubbish', Uint8Array.from([0, 1, 2, 3, 4]), { mime: 'image/jpeg' }, { mime: 'application/octet-stream', inline: false }],
    ['nothing', new Uint8Array(), { filename: 'a.xyz' }, { mime: 'application/octet-stream', extension: 'xyz' }],
    [
      'old spreadsheet',
      Uint8Array.from(Buffer.from('d0cf11e0a1b11ae1', 'hex')),
      { filename: 'conta.xls' },
      { mime: 'application/vnd.ms-excel', extension: 'xls', inline: false },
    ],
    ['wav', tone(0.1), { mime: 'audio/x-wav' }, { mime: 'audio/wav', inline: true }],
  ])('%s', async (_name, bytes, declared, expected) => {
    expect(await media.sniff(bytes, declared)).toMatchObject(expected);
  });
});

describe('pictures', () => {
  test('have their size as shown, and a thumbnail', async () => {
    const bytes = await picture(1200, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await media.sniff(bytes)).toMatchObject({ mime: 'image/jpeg', inline: true });
    expect(value(await media.imageSize(bytes))).toEqual({ width: 600, height: 1200 });
    const small = value(await media.thumbnail(1, bytes, 'image/jpeg'));
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 160, height: 320 });
  });

  test('an animated sticker is shown by its first picture', async () => {
    const frames = await picture(100, 200).raw().toBuffer();
    const bytes = await sharp(frames, { raw: { width: 100, height: 200, channels: 3, pageHeight: 100 } })
      .webp()
      .toBuffer();
    const small = value(await media.thumbnail(1, bytes, 'image/webp'));
    expect(await sharp(small).metadata()).toMatchObject({ width: 100, height: 100 });
  });

  test('that are none, or far too large, are unreadable', async () => {
    const bomb = await picture(9000, 9000).png().toBuffer();
    const drawing = text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>');
    for (const bytes of [text('no picture'), new Uint8Array(), bomb, drawing]) {
      expect(await media.thumbnail(1, bytes, 'image/png')).toEqual({ ok: false, problem: 'unreadable' });
    }
    expect(await media.imageSize(text('no picture'))).toEqual({ ok: false, problem: 'unreadable' });
  });
});

describe('sound', () => {
  test('becomes a voice message and back, with the same length and shape', async () => {
    const voice = value(await media.toVoiceNote(1, tone(2)));
    expect(await media.sniff(voice)).toMatchObject({ mime: 'audio/ogg', inline: true });
    expect(Buffer.from(voice).includes('OpusHead')).toBe(true);
    // Channel count and input rate stand in the Opus header: RFC 7845, section 5.1.
    const header = Buffer.from(voice).subarray(Buffer.from(voice).indexOf('OpusHead'));
    expect([header[9], header.readUInt32LE(12)]).toEqual([1, 48_000]);
    const { durationMs, peaks } = value(await media.waveform(1, voice));
    expect(Math.abs(durationMs - 2000)).toBeLessThan(100);
    expect(peaks).toHaveLength(64);
    expect(Math.max(...peaks)).toBe(1);
    expect(Math.max(...peaks.slice(0, 28))).toBeLessThan(0.1);
    expect(Math.min(...peaks.slice(36, 60))).toBeGreaterThan(0.5);
    const mp3 = value(await media.toPlayableAudio(1, voice));
    expect(await media.sniff(mp3)).toMatchObject({ mime: 'audio/mpeg' });
  });

  test('that is none is unreadable', async () => {
    for (const bytes of [text('no sound'), new Uint8Array(), text('#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n')]) {
      expect(await media.toVoiceNote(1, bytes)).toEqual({ ok: false, problem: 'unreadable' });
      expect(await media.waveform(1, bytes)).toEqual({ ok: false, problem: 'unreadable' });
    }
  });
});

test('many pictures at once are all read', async () => {
  const bytes = await picture(40, 30).jpeg().toBuffer();
  const all = Array.from({ length: 300 }, async () => [await media.imageSize(bytes), await media.thumbnail(1, bytes, 'image/jpeg')]);
  expect((await Promise.all(all)).flat().filter(({ ok }) => !ok)).toEqual([]);
});

test('a video is shown by its first picture', async () => {
  const frame = await picture(640, 480).png().toBuffer();
  const still = ['-c:v', 'mpeg4', '-f', 'matroska'];
  const video = await fromPicture(frame, still);
  const small = value(await media.thumbnail(1, video, 'video/x-matroska'));
  expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 });
  expect(await media.thumbnail(1, text('no video'), 'video/mp4')).toEqual({ ok: false, problem: 'unreadable' });
});

describe('the program', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'balcao-ffmpeg-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function program(script: string): Promise<string> {
    const path = join(folder, `p${script.length}`);
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return path;
  }

  test('that is missing, hangs or talks too much is an answer', async () => {
    const job = { companyId: 1, input: new Uint8Array([1]), output: ['-f', 'null'], maxOutputBytes: 1000, timeoutMs: 300 };
    expect(await createFfmpeg('/nowhere/ffmpeg').run(job)).toEqual({ ok: false, problem: 'tool_missing' });
    expect(await createFfmpeg(await program('exec /bin/sleep 20')).run(job)).toEqual({ ok: false, problem: 'timeout' });
    expect(
      await createFfmpeg(await program('while :; do echo 0123456789012345678901234567890123456789; done')).run({ ...job, timeoutMs: 5000 }),
    ).toEqual({ ok: false, problem: 'too_large' });
  });

  test('has limits on memory and time, and reads only some codecs', async () => {
    const job = { companyId: 1, input: new Uint8Array([1]), output: ['-f', 'null'], maxOutputBytes: 10_000 };
    const said = Buffer.from(value(await createFfmpeg(await program('ulimit -v; ulimit -t; ulimit -c; echo "$@"')).run(job))).toString();
    const [memory, seconds, core, command] = said.split('\n');
    expect([Number(memory) <= 2_000_000, Number(seconds) <= 60, core]).toEqual([true, true, '0']);
    expect(command).toMatch(/-max_alloc \d+ .*-protocol_whitelist file,pipe .*-format_whitelist \S+ .*-codec_whitelist \S+ .*-i file:/);
    // The container is allowed, what is in it is not.
    const odd = await fromPicture(await picture(64, 48).png().toBuffer(), ['-c:v', 'ffv1', '-f', 'matroska']);
    expect(await media.thumbnail(1, odd, 'video/x-matroska')).toEqual({ ok: false, problem: 'unreadable' });
    const sound = await fromSound(tone(1), ['-c:a', 'wavpack', '-f', 'matroska']);
    expect(await media.toPlayableAudio(1, sound)).toEqual({ ok: false, problem: 'unreadable' });
  });

  test('runs for other companies too, however many of one wait before them', async () => {
    const ffmpeg = createFfmpeg(await program('exec /bin/sleep 0.2'));
    const ended: number[] = [];
    const job = { input: new Uint8Array([1]), output: [], maxOutputBytes: 1000 };
    const run = (companyId: number) => ffmpeg.run({ ...job, companyId }).then(() => ended.push(companyId));
    await Promise.all([...Array.from({ length: 8 }, () => 1), 2, 3].map(run));
    // Two of the first and the second begin; the third has the next turn.
    expect(ended.indexOf(2)).toBeLessThan(4);
    expect(ended.indexOf(3)).toBeLessThan(7);
  });

  test('that runs too long on the processor is stopped', { timeout: 20_000 }, async () => {
    const busy = await program('ulimit -S -t 1; while :; do :; done');
    const job = { companyId: 1, input: new Uint8Array([1]), output: ['-f', 'null'], maxOutputBytes: 10_000 };
    expect(await createFfmpeg(busy).run(job)).toEqual({ ok: false, problem: 'timeout' });
  });
});

/** One second of a still picture, made by the bundled program itself. */
function fromPicture(png: Uint8Array, output: string[]): Promise<Uint8Array> {
  return made('png_pipe', png, output);
}

function fromSound(wav: Uint8Array, output: string[]): Promise<Uint8Array> {
  return made('wav', wav, output);
}

async function made(format: string, input: Uint8Array, output: string[]): Promise<Uint8Array> {
  const { execFile } = await import('node:child_process');
  const { createRequire } = await import('node:module');
  const { path } = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string };
  return new Promise((resolve, reject) => {
    const child = execFile(
      path,
      ['-loglevel', 'error', '-f', format, '-i', 'pipe:0', ...output, 'pipe:1'],
      { encoding: 'buffer', maxBuffer: 10_000_000 },
      (error, written) => (error ? reject(error) : resolve(new Uint8Array(written))),
    );
    child.stdin?.end(input);
  });
}
