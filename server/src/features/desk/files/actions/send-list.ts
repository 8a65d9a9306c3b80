import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MessageView } from '@balcao/contract/messages';
import type { Outside } from '../../../../platform/context.ts';
import { reading } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Upload } from '../../../../platform/http/routes.ts';
import { newTempPath } from '../../../../platform/temp-files.ts';
import { sendMessage } from '../../messages/actions/out/send.ts';
import { visibleTicket } from '../../tickets/reads.ts';
import { type FileOptionRow, getFileList, optionsOf } from '../store.ts';

/**
 * Sends the files of a list to the customer of a ticket, in order, with the list's message at the first. Each message gets a copy of its
 * file, so the list may change or go. ERR_NO_FILE_FOUND; ERR_EMPTY_MESSAGE if the list has no files; else refuses as `sendMessage`.
 */
export async function sendFileList(
  ctx: Outside,
  ticketId: number,
  fileListId: number,
  idempotencyKey: string | null,
): Promise<MessageView[]> {
  const { list, options } = await reading(ctx, async (ctx) => {
    await visibleTicket(ctx, ticketId);
    return { list: await getFileList(ctx, fileListId), options: await optionsOf(ctx, fileListId) };
  });
  const stored = options.filter(({ media_key }) => media_key !== null);
  if (stored.length === 0) throw new AppError('ERR_EMPTY_MESSAGE');
  const folder = await newTempPath();
  await mkdir(folder);
  try {
    const files: Upload[] = [];
    for (const option of stored) files.push(await fetchFile(ctx, option, join(folder, String(option.id))));
    const body = files.map((_, index) => (index === 0 ? list.message : ''));
    return await sendMessage(ctx, ticketId, { body }, files, idempotencyKey);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fetchFile(ctx: Outside, option: FileOptionRow, path: string): Promise<Upload> {
  const stored = option.media_key === null ? null : await ctx.gateways.files.get(option.media_key);
  if (!stored) throw new AppError('ERR_NO_MEDIA_FOUND', { file: option.name });
  await pipeline(stored.stream, createWriteStream(path));
  const filename = option.media_name ?? option.name;
  return { field: 'medias', filename, mime: option.media_mime ?? 'application/octet-stream', path, size: stored.size };
}
