import { type SettingKey, settingRules } from '@balcao/contract/setting-rules';

type Caller = { kind: 'system' } | { kind: 'user'; profile: string; super: boolean };

/** May the caller read this setting? */
export function mayRead(caller: Caller, key: SettingKey): boolean {
  return caller.kind === 'system' || settingRules[key].read === 'all' || caller.profile === 'admin';
}

/** May the caller change this setting? A company cannot change what the operator granted it. */
export function mayChange(caller: Caller, key: SettingKey): boolean {
  return caller.kind === 'system' || caller.super || !('granted' in settingRules[key]);
}
