import type { FileListView } from '@balcao/contract/files';
import type { QueryClient } from '@tanstack/react-query';
import type { Live } from '../../platform/live-cache.ts';
import { applyRow, type RowLists, removeRow } from '../../platform/live-rows.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { fileKeys } from './keys.ts';

const lists: RowLists<FileListView> = { queryKey: fileKeys.pages, field: 'files', staysPlaced: (held, list) => held.name === list.name };

export const filesLive: Live = { file: hearFileList };

/** One piece of news about a file list. */
export function hearFileList(cache: QueryClient, news: News<'file'>): void {
  if (news.action === 'reload') removeFileList(cache, news.fileId);
  else {
    applyFileList(cache, news.fileList);
    refreshSoon(cache, fileKeys.one(news.fileList.id));
  }
}

/** Puts a file list into the lists that hold it; an older copy than ours is dropped. */
export function applyFileList(cache: QueryClient, { id, name, message, userId, companyId, createdAt, updatedAt }: FileListView): void {
  applyRow(cache, lists, { id, name, message, userId, companyId, createdAt, updatedAt });
}

/** Takes a file list out of the lists. */
export function removeFileList(cache: QueryClient, fileListId: number): void {
  void cache.invalidateQueries({ queryKey: fileKeys.one(fileListId) });
  removeRow(cache, lists, fileListId);
}
