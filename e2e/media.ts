// Files to send, and what came out of files that were sent.

import { type DemoFile, makeFile } from '../server/seed/demo-files.ts';
import { createMedia } from '../server/src/gateways/files/media.ts';
import type { Balcao } from './balcao.ts';

const media = createMedia();

/** The bytes of a picture, paper or voice note (Ogg Opus). */
export async function fileOf(what: DemoFile): Promise<Buffer> {
  return Buffer.from((await makeFile(what, media)).bytes);
}

/** Seconds of sound, found by decoding it; fails if it cannot be decoded. */
export async function secondsOf(sound: Uint8Array): Promise<number> {
  const heard = await media.waveform(0, sound);
  if (!heard.ok) throw new Error(`no sound: ${heard.problem}`);
  return heard.value.durationMs / 1000;
}

/** What the Graph API holds under a media id, fetched as Meta lets one fetch it. */
export async function mediaAt({ graph }: Balcao, token: string, id: string): Promise<{ mime: string; bytes: Buffer }> {
  const headers = { authorization: `Bearer ${token}` };
  const { url, mime_type: mime } = (await (await fetch(`${graph.url}/v25.0/${id}`, { headers })).json()) as {
    url: string;
    mime_type: string;
  };
  return { mime, bytes: Buffer.from(await (await fetch(url, { headers })).arrayBuffer()) };
}
