import type { ImportView } from '@balcao/contract/imports';
import { useQuery } from '@tanstack/react-query';
import { api, fetchFile } from '../../platform/api.ts';
import { csvRows } from './csv.ts';
import { importKeys } from './keys.ts';
import { refusedRows } from './refused-rows.ts';

const pollMs = 2000;

/** Is the import waiting or running? */
export function isUnderWay({ status }: ImportView): boolean {
  return status === 'waiting' || status === 'running';
}

/** The latest imports, newest first. Polled while one is running, in case news are missed. */
export function useImports() {
  return useQuery({
    queryKey: importKeys.latest,
    queryFn: async ({ signal }) => (await api('GET /v1/imports', { signal })).imports,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? pollMs : false),
  });
}

/** The rows that were not imported, each with the code of the reason. */
export function useImportErrors(importId: number, enabled: boolean) {
  return useQuery({
    queryKey: importKeys.errors(importId),
    queryFn: async ({ signal }) => {
      const file = await fetchFile('GET /v1/imports/:importId/errors.csv', { params: { importId }, signal });
      return refusedRows(csvRows(await file.text()));
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
