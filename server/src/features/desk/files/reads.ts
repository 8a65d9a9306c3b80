import type { Answer } from '@balcao/contract/endpoint';
import type { FileListDetail, fileEndpoints } from '@balcao/contract/files';
import { pageSize } from '@balcao/contract/page-rules';
import { mediaLinker } from '../../../gateways/files/signed-url.ts';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { countFileLists, getFileList, listFileLists as listRows, optionsOf } from './store.ts';
import { fileListDetail, fileListView } from './view.ts';

/** One page of lists by name. */
export function listFileLists(
  ctx: Ctx,
  query: { searchParam: string; pageNumber: number },
): Promise<Answer<typeof fileEndpoints.listFileLists>> {
  return reading(ctx, async (ctx) => {
    const size = pageSize.rest;
    const offset = (query.pageNumber - 1) * size;
    const rows = await listRows(ctx, query.searchParam, size + 1, offset);
    const hasMore = rows.length > size;
    const count = hasMore ? await countFileLists(ctx, query.searchParam) : offset + rows.length;
    return { files: rows.slice(0, size).map(fileListView), count, hasMore };
  });
}

/** Throws ERR_NO_FILE_FOUND. */
export function showFileList(ctx: Ctx, id: number): Promise<FileListDetail> {
  return reading(ctx, (ctx) => detailOf(ctx, id));
}

/** A list with its files. Throws ERR_NO_FILE_FOUND. */
export async function detailOf(ctx: Reader | Tx, id: number): Promise<FileListDetail> {
  const path = mediaLinker(ctx);
  return fileListDetail(await getFileList(ctx, id), await optionsOf(ctx, id), (key, name) => `${ctx.publicUrl}${path(key, name)}`);
}
