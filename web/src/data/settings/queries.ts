import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { settingKeys } from './keys.ts';

/** The settings of the company that the person may read. */
export function useSettings() {
  return useQuery({ queryKey: settingKeys.list, queryFn: ({ signal }) => api('GET /settings', { signal }) });
}

/** The company with its hours, fetched again whenever it is shown. */
export function useCompany(companyId: number) {
  return useQuery({
    queryKey: settingKeys.company(companyId),
    queryFn: ({ signal }) => api('GET /companies/:companyId', { params: { companyId }, signal }),
    refetchOnMount: 'always',
  });
}
