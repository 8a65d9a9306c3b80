// Files of the Cloud API: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media
import { createHash } from 'node:crypto';
import { number, text } from './cloud-json.ts';
import { type CloudConfig, graphCall, networkFailure } from './cloud-request.ts';
import { type Account, type MediaRef, type OutgoingFile, passesSoonMs, SendFailure } from './port.ts';

type Credentials = NonNullable<Account['cloud']>;

/** Uploads a file and returns its id. This sends nothing to the customer, so it can always be retried. */
export async function uploadCloudMedia(
  config: CloudConfig,
  cloud: Credentials,
  media: Pick<OutgoingFile, 'bytes' | 'mime' | 'filename'>,
): Promise<string> {
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', media.mime);
  form.set('file', new Blob([new Uint8Array(media.bytes)], { type: media.mime }), media.filename);
  try {
    const answer = await graphCall(config, cloud.accessToken, {
      method: 'POST',
      path: `${encodeURIComponent(cloud.phoneNumberId)}/media`,
      form,
      timeoutMs: mediaTimeout(config),
    });
    const id = text(answer.id);
    if (id === null) throw new SendFailure('retry', 'network', 'no media id in the answer', passesSoonMs);
    return id;
  } catch (error) {
    if (error instanceof SendFailure && error.outcome === 'uncertain')
      throw new SendFailure('retry', 'network', error.detail, passesSoonMs);
    if (error instanceof SendFailure && error.reason === 'invalid_request')
      throw new SendFailure('refused', 'media_rejected', error.detail);
    throw error;
  }
}

/**
 * Asks for the file's URL and reads it. The URL is valid for five minutes, so if it fails, it is requested once more.
 * Rejects with `SendFailure`: `refused` if the file is too large or gone, `retry` otherwise.
 */
export async function fetchCloudMedia(config: CloudConfig, cloud: Credentials, media: MediaRef, maxBytes: number): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt += 1) {
    const place = await describe(config, cloud, media);
    if (place.size !== null && place.size > maxBytes) throw tooBig(maxBytes);
    const bytes = await download(config, cloud, place.url, maxBytes);
    if (bytes !== 'expired' && sameHash(bytes, place.sha256 ?? media.sha256)) return bytes;
    if (attempt === 2)
      throw new SendFailure(
        'retry',
        'network',
        bytes === 'expired' ? 'the file does not answer' : 'the file differs from its sha256',
        30_000,
      );
  }
}

async function describe(config: CloudConfig, cloud: Credentials, media: MediaRef) {
  const path = `${encodeURIComponent(media.id)}?phone_number_id=${encodeURIComponent(cloud.phoneNumberId)}`;
  const answer = await graphCall(config, cloud.accessToken, { method: 'GET', path, timeoutMs: config.timeoutMs ?? 30_000 }).catch(
    (error) => {
      if (error instanceof SendFailure && error.outcome === 'uncertain')
        throw new SendFailure('retry', 'network', error.detail, passesSoonMs);
      throw error;
    },
  );
  const url = text(answer.url);
  if (url === null) throw new SendFailure('refused', 'media_rejected', 'the file has no address');
  return { url, sha256: text(answer.sha256), size: number(answer.file_size) };
}

async function download(config: CloudConfig, cloud: Credentials, url: string, maxBytes: number): Promise<Uint8Array | 'expired'> {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${cloud.accessToken}` },
      signal: AbortSignal.timeout(mediaTimeout(config)),
    });
    if ([401, 403, 404, 410].includes(response.status)) {
      await response.body?.cancel();
      return 'expired';
    }
    if (!response.ok || !response.body) throw new SendFailure('retry', 'network', `HTTP ${response.status}`, passesSoonMs);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooBig(maxBytes);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    const failure = networkFailure(error);
    throw failure.outcome === 'uncertain' ? new SendFailure('retry', 'network', failure.detail, passesSoonMs) : failure;
  }
}

/** Meta writes hashes as base64 in webhooks and as hex in answers. */
function sameHash(bytes: Uint8Array, expected: string | null): boolean {
  if (expected === null) return true;
  const digest = createHash('sha256').update(bytes).digest();
  return expected.toLowerCase() === digest.toString('hex') || expected.replace(/=+$/, '') === digest.toString('base64').replace(/=+$/, '');
}

function tooBig(maxBytes: number): SendFailure {
  return new SendFailure('refused', 'media_rejected', `over ${maxBytes} bytes`);
}

function mediaTimeout(config: CloudConfig): number {
  return config.mediaTimeoutMs ?? 120_000;
}
