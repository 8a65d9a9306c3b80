// Files that queues and options send. They are prepared for sending at upload, because the bot speaks inside a transaction.
// A replaced file stays as long as a message shows it.

import { readFile } from 'node:fs/promises';
import { kindOfMime, mediaMaxBytes } from '@balcao/contract/media-rules';
import { storableText } from '@balcao/contract/storable-text';
import { mediaKey } from '../../../../gateways/files/storage.ts';
import type { Ctx, Outside } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError, invalid } from '../../../../platform/errors.ts';
import type { Upload } from '../../../../platform/http/routes.ts';
import { setQueueMedia } from '../../../company/queues/actions.ts';
import { getQueue } from '../../../company/queues/reads.ts';
import { owning, removeFilesOf } from '../../../company/system/actions.ts';
import { type FileFields, keysOf, storeFile } from '../../../desk/messages/actions/out/store-file.ts';
import { getOption } from '../reads.ts';
import { saveOption } from '../store/options.ts';
import { announceMenu, lockOption } from './options.ts';

/** ERR_NO_QUEUE_FOUND, ERR_MEDIA_TOO_LARGE. */
export async function uploadQueueMedia(ctx: Outside, queueId: number, files: Upload[]): Promise<void> {
  await reading(ctx, (ctx) => getQueue(ctx, queueId));
  const media = await prepare(ctx, files);
  await owning(ctx, keysOf(media), () =>
    transaction(ctx, (ctx) => setQueueMedia(ctx, queueId, { key: media.media_key, name: media.media_name, media })),
  );
}

/** ERR_NO_QUEUE_FOUND. */
export async function deleteQueueMedia(ctx: Ctx, queueId: number): Promise<void> {
  await transaction(ctx, (ctx) => setQueueMedia(ctx, queueId, null));
}

/** ERR_NO_QUEUE_OPTION_FOUND, ERR_MEDIA_TOO_LARGE. */
export async function uploadQueueOptionMedia(ctx: Outside, id: number, files: Upload[]): Promise<void> {
  await reading(ctx, (ctx) => getOption(ctx, id));
  const media = await prepare(ctx, files);
  await owning(ctx, keysOf(media), () => setOptionMedia(ctx, id, media));
}

/** ERR_NO_QUEUE_OPTION_FOUND. */
export async function deleteQueueOptionMedia(ctx: Ctx, id: number): Promise<void> {
  await setOptionMedia(ctx, id, null);
}

function setOptionMedia(ctx: Ctx, id: number, media: FileFields | null): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { queue_id: queueId, parent_id: parentId } = await lockOption(ctx, id);
    await removeFilesOf(ctx, 'queue_options', { id });
    const at = ctx.now();
    const columns = { media: media && JSON.stringify(media), media_key: media?.media_key ?? null, media_name: media?.media_name ?? null };
    await saveOption(ctx, id, { ...columns, updated_at: at });
    await announceMenu(ctx, queueId, parentId, at);
  });
}

async function prepare(ctx: Outside, [file, ...more]: Upload[]): Promise<FileFields> {
  if (!file) throw invalid('body.file', 'required');
  if (more.length > 0) throw invalid('body.file', 'too_many');
  if (file.size === 0) throw invalid('body.file', 'empty');
  const bytes = await readFile(file.path);
  const { mime } = await ctx.gateways.media.sniff(bytes, { mime: file.mime, filename: file.filename });
  const as = kindOfMime(mime);
  if (bytes.length > mediaMaxBytes[as]) throw new AppError('ERR_MEDIA_TOO_LARGE', { maxBytes: mediaMaxBytes[as] });
  return storeFile(ctx, bytes, {
    as,
    filename: storableText(file.filename, 200),
    mime,
    key: (extension) => mediaKey(ctx.companyId, extension),
  });
}
