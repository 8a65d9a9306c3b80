import { type SettingKey, settingRules } from '@balcao/contract/setting-rules';

type Caller = { kind: 'system' } | { kind: 'user'; profile: string; super: boolean };

/** May the caller know this setting? */
export function mayRead(caller: Caller, key: SettingKey): boolean {
  return caller.kind === 'system' || settingRules[key].read === 'all' || caller.profile === 'admin';
}

/** May an admin, or whoever else gets here, change this setting? What was granted to a company it does not grant itself. */
export function mayChange(caller: Caller, key: SettingKey): boolean {
  return caller.kind === 'system' || caller.super || !('granted' in settingRules[key]);
}
