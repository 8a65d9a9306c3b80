import type { CompanyView } from '@balcao/contract/companies';
import type { SettingKey } from '@balcao/contract/setting-rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyCompany, applySetting } from '../../../data/settings/live.ts';
import { api } from '../../../platform/api.ts';

/** Changes one setting for the whole company. */
export function useChangeSetting(settingKey: SettingKey) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (value: string) => api('PUT /settings/:settingKey', { params: { settingKey }, body: { value } }),
    // One call after another, so that the last choice wins.
    scope: { id: `setting-${settingKey}` },
    onSuccess: (setting) => applySetting(cache, setting),
  });
}

/** Sets the opening hours and holidays of the company. */
export function useSaveCompanyHours(companyId: number) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ schedules, holidays }: Pick<CompanyView, 'schedules' | 'holidays'>) =>
      api('PUT /companies/:companyId/schedules', { params: { companyId }, body: { id: companyId, schedules, holidays } }),
    onSuccess: (company) => applyCompany(cache, company),
  });
}
