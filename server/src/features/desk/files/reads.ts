import type { Answer } from '@balcao/contract/endpoint';
import type { FileListDetail, fileEndpoints } from '@balcao/contract/files';
import { mediaLinker } from '../../../gateways/files/signed-url.ts';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { countFileLists, getFileList, listFileLists as listRows, optionsOf } from './store.ts';
import { fileListDetail, fileListView } from './view.ts';

/** One page of lists by name. */
export function listFileLists(
  ctx: Ctx,
  query: { searchParam: string; pageNumber: number },
): Promise<Answer<typeof fileEndpoints.listFileLists>> {
  return reading(ctx, async (ctx) => {
    const { rows, ...page } = await pageOf(
      query.pageNumber,
      (limit, offset) => listRows(ctx, query.searchParam, limit, offset),
      () => countFileLists(ctx, query.searchParam),
    );
    return { files: rows.map(fileListView), ...page };
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
