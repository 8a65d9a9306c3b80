import { type SettingKey, settingRules } from '@balcao/contract/setting-rules';
import type { SettingRow } from '@balcao/contract/settings';
import { isSecret } from './rules.ts';
import type { StoredSetting } from './store.ts';

/** What clients see of a setting. A company that lacks the row has the default, under id 0; secrets only say whether they were set. */
export function settingView(companyId: number, key: SettingKey, row: StoredSetting | undefined): SettingRow {
  const value = row?.value ?? settingRules[key].default;
  const seen = { id: row?.id ?? 0, key, companyId };
  return isSecret(key) ? { ...seen, value: '', configured: value !== '' } : { ...seen, value };
}
