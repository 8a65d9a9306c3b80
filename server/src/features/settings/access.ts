import { type SettingKey, settingRules } from '@balcao/contract/setting-rules';

type Caller = { kind: 'system' } | { kind: 'user'; profile: string };

/** May the caller know this setting? */
export function mayRead(caller: Caller, key: SettingKey): boolean {
  return caller.kind === 'system' || settingRules[key].read === 'all' || caller.profile === 'admin';
}
