import type { CompanyView } from '@balcao/contract/companies';
import type { SettingRow } from '@balcao/contract/settings';
import type { QueryClient } from '@tanstack/react-query';
import { useLiveCache } from '../../../platform/live-cache.ts';
import type { News } from '../../../platform/socket.ts';
import { settingKeys } from './queries.ts';

/** Brings changed settings, hours and holidays into the cache while the component is shown. */
export function useLiveSettings(): void {
  useLiveCache('settings', hearSetting);
  useLiveCache('company', (cache, { company }) => applyCompany(cache, company));
}

/** One piece of news about a setting. */
export function hearSetting(cache: QueryClient, { setting }: News<'settings'>): void {
  applySetting(cache, setting);
}

/** Puts a setting in the place of the one with its key. One that is not in the list was not for this person to read. */
export function applySetting(cache: QueryClient, setting: SettingRow): void {
  cache.setQueryData<SettingRow[]>(settingKeys.list, (rows) => rows?.map((row) => (row.key === setting.key ? setting : row)));
}

/** Keeps the company as it is now; an older copy than ours is dropped. */
export function applyCompany(cache: QueryClient, company: CompanyView): void {
  const key = settingKeys.company(company.id);
  cache.setQueryData<CompanyView>(key, (held) => (held && held.updatedAt <= company.updatedAt ? company : held));
}
