import type { FileListView } from '@balcao/contract/files';
import { pageSize } from '@balcao/contract/page-rules';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { fileKeys } from './keys.ts';

/** The file lists page by page. */
export function useFileLists(searchParam: string): InfiniteRows<FileListView> {
  return useInfiniteRows({
    queryKey: fileKeys.page(searchParam),
    fetchPage: (pageNumber, signal) => api('GET /files', { query: { searchParam, pageNumber }, signal }),
    rowsOf: (page) => page.files,
    pageSize: pageSize.rest,
  });
}

/** One list with its files. It is asked for each time, because the links to the files expire. */
export function useFileList(fileListId: number | null) {
  return useQuery({
    queryKey: fileKeys.one(fileListId ?? 0),
    queryFn: ({ signal }) => api('GET /files/:fileListId', { params: { fileListId: fileListId ?? 0 }, signal }),
    enabled: fileListId !== null,
    staleTime: 0,
    gcTime: 0,
  });
}
