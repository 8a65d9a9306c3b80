import { type SettingKey, settingRules } from '@balcao/contract/setting-rules';
import type { SettingRow } from '@balcao/contract/settings';
import { isSecret } from './rules.ts';
import type { StoredSetting } from './store.ts';

/** A setting as clients see it. If the company has no row, it is the default with id 0. Of secrets, only whether they are set. */
export function settingView(companyId: number, key: SettingKey, row: StoredSetting | undefined): SettingRow {
  const value = row?.value ?? settingRules[key].default;
  const seen = { id: row?.id ?? 0, key, companyId };
  return isSecret(key) ? { ...seen, value: '', configured: value !== '' } : { ...seen, value };
}
