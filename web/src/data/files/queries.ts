import type { FileListView } from '@balcao/contract/files';
import { pageSize } from '@balcao/contract/page-rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { useDebounced } from '../../platform/use-debounced.ts';
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

/** What a field needs in which a file list is found by typing. `known`: the one that is chosen already. */
export function useFileListChoices(known: { id: number; name: string } | null) {
  const [typed, onSearchChange] = useState('');
  const found = useFileLists(useDebounced(typed.trim(), 500)).rows ?? [];
  const lists = !known || found.some(({ id }) => id === known.id) ? found : [...found, known];
  return { data: lists.map(({ id, name }) => ({ value: String(id), label: name })), searchable: true, onSearchChange };
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
