import { settingValue } from '@balcao/contract/setting-rules';
import type { SettingRow } from '@balcao/contract/settings';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { settingKeys } from './keys.ts';
import { hearSetting } from './live.ts';

test('a changed setting takes the place of the old one', () => {
  const cache = new QueryClient();
  cache.setQueryData(settingKeys.list, [setting('call', 'disabled'), setting('userRating', 'disabled')]);
  hearSetting(cache, { action: 'update', setting: setting('call', 'enabled') });
  const rows = cache.getQueryData<SettingRow[]>(settingKeys.list);
  expect(rows?.map(({ key, value }) => [key, value])).toEqual([
    ['call', 'enabled'],
    ['userRating', 'disabled'],
  ]);
  expect(settingValue(rows, 'call')).toBe('enabled');
});

test('a setting the person may not read is not made up, and unknown values read as the default', () => {
  const cache = new QueryClient();
  hearSetting(cache, { action: 'update', setting: setting('call', 'enabled') });
  expect(cache.getQueryData(settingKeys.list)).toBeUndefined();
  expect(settingValue(undefined, 'reopenTicketMinutes')).toBe('120');
});

function setting(key: string, value: string): SettingRow {
  return { id: 1, key, value, companyId: 1 };
}
