// The picture of a scheduled message. It is prepared for sending at upload, because the message is made inside a transaction.
import { readFile } from 'node:fs/promises';
import { mediaMaxBytes } from '@balcao/contract/media-rules';
import type { ScheduleView } from '@balcao/contract/schedules';
import { storableText } from '@balcao/contract/storable-text';
import { mediaKey } from '../../../../gateways/files/storage.ts';
import { onlyFile } from '../../../../gateways/files/upload.ts';
import type { Ctx, Outside } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Upload } from '../../../../platform/http/routes.ts';
import { owning, removeFilesOf } from '../../../company/system/actions.ts';
import { type FileFields, keysOf, storeFile } from '../../../desk/messages/actions/out/store-file.ts';
import { viewSchedule } from '../reads.ts';
import { saveScheduled } from '../store.ts';
import { announce, lockChangeable } from './edit.ts';

const pictures = ['image/png', 'image/jpeg'];

/** Sets the picture and replaces the one there is. ERR_NO_SCHEDULE_FOUND, ERR_SCHEDULE_SENT, ERR_MEDIA_TYPE, ERR_MEDIA_TOO_LARGE. */
export async function attachPicture(ctx: Outside, id: number, files: Upload[]): Promise<ScheduleView> {
  await reading(ctx, (ctx) => viewSchedule(ctx, id));
  const picture = await prepare(ctx, onlyFile(files, 'file'));
  return owning(ctx, keysOf(picture), () => setPicture(ctx, id, picture));
}

/** Removes the picture. ERR_NO_SCHEDULE_FOUND, ERR_SCHEDULE_SENT. */
export function detachPicture(ctx: Ctx, id: number): Promise<ScheduleView> {
  return setPicture(ctx, id, null);
}

function setPicture(ctx: Ctx, id: number, picture: FileFields | null): Promise<ScheduleView> {
  return transaction(ctx, async (ctx) => {
    await lockChangeable(ctx, id);
    await removeFilesOf(ctx, 'scheduled_messages', { id });
    await saveScheduled(ctx, id, {
      media_key: picture?.media_key ?? null,
      media_name: picture?.media_name ?? null,
      media: picture && JSON.stringify(picture),
      updated_at: ctx.now(),
    });
    return announce(ctx, id);
  });
}

async function prepare(ctx: Outside, file: Upload): Promise<FileFields> {
  const bytes = await readFile(file.path);
  const { mime } = await ctx.gateways.media.sniff(bytes, { mime: file.mime, filename: file.filename });
  if (!pictures.includes(mime)) throw new AppError('ERR_MEDIA_TYPE', { file: file.filename });
  if (bytes.length > mediaMaxBytes.image) throw new AppError('ERR_MEDIA_TOO_LARGE', { maxBytes: mediaMaxBytes.image });
  return storeFile(ctx, bytes, {
    as: 'image',
    filename: storableText(file.filename, 200),
    mime,
    key: (extension) => mediaKey(ctx.companyId, extension),
  });
}
