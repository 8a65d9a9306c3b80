import type { FileListView } from '@balcao/contract/files';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { fileKeys } from './keys.ts';
import { hearFileList } from './live.ts';

test('a change reaches the list, an older copy does not', () => {
  const cache = cacheWith([fileList({ message: 'antes' })]);
  hearFileList(cache, news(fileList({ message: 'agora', updatedAt: at(4) })));
  hearFileList(cache, news(fileList({ message: 'velho', updatedAt: at(3) })));
  expect(rows(cache).map(({ message }) => message)).toEqual(['agora']);
});

test('a removed list is gone, and its files are asked for again', () => {
  const cache = cacheWith([fileList()]);
  cache.setQueryData(fileKeys.one(1), fileList());
  hearFileList(cache, { action: 'reload', fileId: 1 });
  expect(rows(cache)).toEqual([]);
  expect(cache.getQueryState(fileKeys.one(1))?.isInvalidated).toBe(true);
});

function news(list: FileListView) {
  return { action: 'update', fileList: list, files: list } as const;
}

function cacheWith(files: FileListView[]): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(fileKeys.page(''), { pages: [{ files, count: files.length, hasMore: false }], pageParams: [1] });
  return cache;
}

function rows(cache: QueryClient): FileListView[] {
  return cache.getQueryData<{ pages: { files: FileListView[] }[] }>(fileKeys.page(''))?.pages.flatMap((page) => page.files) ?? [];
}

function fileList(change: Partial<FileListView> = {}): FileListView {
  return { id: 1, name: 'Catálogo', message: '', userId: 1, companyId: 1, createdAt: at(0), updatedAt: at(1), ...change };
}

function at(minute: number): string {
  return `2026-11-21T12:0${minute}:00.000Z`;
}
