import type { CompanyView } from '@balcao/contract/companies';
import type { SettingRow } from '@balcao/contract/settings';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import type { News } from '../../platform/socket.ts';
import { settingKeys } from './keys.ts';

export const settingsLive: Live = {
  settings: hearSetting,
  company: (cache, { company }) => applyCompany(cache, company),
};

/** One piece of news about a setting. */
export function hearSetting(cache: QueryClient, { setting }: News<'settings'>): void {
  applySetting(cache, setting);
}

/** Replaces the setting with the same key. If the list does not have it, this person may not read it. */
export function applySetting(cache: QueryClient, setting: SettingRow): void {
  changeHeld<SettingRow[]>(cache, settingKeys.list, (rows) => rows.map((row) => (row.key === setting.key ? setting : row)));
}

/** Keeps the company as it is now; an older copy than ours is dropped. */
export function applyCompany(cache: QueryClient, company: CompanyView): void {
  changeHeld<CompanyView>(cache, settingKeys.company(company.id), (held) => (held.updatedAt <= company.updatedAt ? company : held));
}
