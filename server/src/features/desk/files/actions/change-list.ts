import type { FileListDetail } from '@balcao/contract/files';
import { fileListChanged, fileListCreated, fileListDeleted } from '../../../../events/files.ts';
import { refuseEmpty, type StoredUpload, storeUpload } from '../../../../gateways/files/upload.ts';
import { type Ctx, type Outside, type Tx, userIdOf } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError, invalid, refusingDuplicates } from '../../../../platform/errors.ts';
import type { Upload } from '../../../../platform/http/routes.ts';
import { audit, owning, removeFilesLater, removeFilesOf } from '../../../company/system/actions.ts';
import { detailOf } from '../reads.ts';
import { pairFiles } from '../rules.ts';
import {
  getFileList,
  holdOptions,
  insertFileList,
  lockFileList,
  optionsOf,
  removeFileList,
  saveFileList,
  saveOption,
  saveOptions,
} from '../store.ts';
import { fileListView } from '../view.ts';

export type FileListInput = {
  name: string;
  message: string;
  options?: { id?: number | null | undefined; name: string }[] | undefined;
};

const taken = { file_lists_name: 'ERR_FILE_NAME_ALREADY_EXISTS' } as const;

/** Adds a list; its files are uploaded later. ERR_FILE_NAME_ALREADY_EXISTS. */
export function createFileList(ctx: Ctx, { name, message, options = [] }: FileListInput): Promise<FileListDetail> {
  return refusingDuplicates(taken, () =>
    transaction(ctx, async (ctx) => {
      const at = ctx.now();
      const userId = userIdOf(ctx.actor);
      const row = await insertFileList(ctx, { name, message, user_id: userId, created_at: at, updated_at: at });
      await saveOptions(ctx, row.id, options);
      await ctx.publish(fileListCreated, { fileList: fileListView(row) });
      return detailOf(ctx, row.id);
    }),
  );
}

/** Changes the given fields. Entries missing from `options` are removed with files. ERR_NO_FILE_FOUND, ERR_FILE_NAME_ALREADY_EXISTS. */
export function updateFileList(ctx: Ctx, id: number, { name, message, options }: Partial<FileListInput>): Promise<FileListDetail> {
  return refusingDuplicates(taken, () =>
    transaction(ctx, async (ctx) => {
      await lockFileList(ctx, id);
      if (options) {
        const removed = await saveOptions(ctx, id, options);
        await removeFilesLater(
          ctx,
          removed.map((option) => option.media_key),
        );
      }
      return announce(ctx, id, { name, message });
    }),
  );
}

/** Removes a list with its files. ERR_NO_FILE_FOUND. */
export function deleteFileList(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockFileList(ctx, id);
    await removeFilesOf(ctx, 'file_options', { list_id: id });
    await removeFileList(ctx, id);
    await audit(ctx, { verb: 'fileList.deleted', subject: String(id) });
    await ctx.publish(fileListDeleted, { fileId: id });
  });
}

/** Uploads files for entries of a list and replaces their old ones. ERR_NO_FILE_FOUND for a missing list or entry. */
export async function uploadFiles(ctx: Outside, id: number, files: Upload[], ids: number | number[] | undefined): Promise<FileListDetail> {
  const known = await reading(ctx, async (ctx) => {
    await getFileList(ctx, id);
    return (await optionsOf(ctx, id)).map((option) => option.id);
  });
  const pairs = pairFiles(files, ids);
  if (!pairs) throw invalid('body.id', 'one_for_each_file');
  for (const file of files) refuseEmpty(file);
  if (!pairs.every(({ optionId }) => known.includes(optionId))) throw new AppError('ERR_NO_FILE_FOUND');
  const stored: { optionId: number; upload: StoredUpload }[] = [];
  for (const { file, optionId } of pairs) stored.push({ optionId, upload: await storeUpload(ctx, file) });
  const keys = stored.map(({ upload }) => upload.key);
  return owning(ctx, keys, () => saveFiles(ctx, id, stored));
}

export type HeldFile = { name: string; media_key: string; media_name: string; media_mime: string; media_size: number };

/** The uploaded files of a list in order, kept until the transaction ends so that messages may share them. None if the list is gone. */
export async function holdFiles(ctx: Tx, listId: number): Promise<HeldFile[]> {
  return (await holdOptions(ctx, listId)).flatMap(({ name, media_key, media_name, media_mime, media_size }) =>
    media_key === null
      ? []
      : [{ name, media_key, media_name: media_name ?? name, media_mime: media_mime ?? '', media_size: media_size ?? 0 }],
  );
}

function saveFiles(ctx: Ctx, id: number, stored: readonly { optionId: number; upload: StoredUpload }[]): Promise<FileListDetail> {
  return transaction(ctx, async (ctx) => {
    await lockFileList(ctx, id);
    const before = new Map((await optionsOf(ctx, id)).map((option) => [option.id, option.media_key]));
    for (const { optionId, upload } of stored) {
      // If the entry was removed meanwhile, remove the upload instead.
      await removeFilesLater(ctx, [before.has(optionId) ? (before.get(optionId) ?? null) : upload.key]);
      await saveOption(ctx, optionId, { media_key: upload.key, media_name: upload.name, media_mime: upload.mime, media_size: upload.size });
    }
    return announce(ctx, id, {});
  });
}

async function announce(ctx: Tx, id: number, change: Parameters<typeof saveFileList>[2]): Promise<FileListDetail> {
  const row = await saveFileList(ctx, id, { ...change, updated_at: ctx.now() });
  await ctx.publish(fileListChanged, { fileList: fileListView(row) });
  return detailOf(ctx, id);
}
