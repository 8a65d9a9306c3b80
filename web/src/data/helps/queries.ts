import type { HelpView } from '@balcao/contract/helps';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { helpKeys } from './keys.ts';

/** The help videos by title. */
export function useHelps() {
  return useQuery({ queryKey: helpKeys.all, queryFn: ({ signal }) => api('GET /helps/list', { signal }) });
}

/** A video that is being edited, as it is now. Begins with the copy at hand. */
export function useEditedHelp(record: HelpView | null) {
  const helpId = record?.id ?? 0;
  return useQuery({
    queryKey: helpKeys.one(helpId),
    queryFn: ({ signal }) => api('GET /helps/:helpId', { params: { helpId }, signal }),
    enabled: record !== null,
    ...(record && { initialData: record }),
    staleTime: 0,
    gcTime: 0,
  });
}
