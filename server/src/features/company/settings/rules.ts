import { accept, refuse, type Verdict } from '@balcao/contract/errors';
import { type SettingKey, settingAllows, settingRules } from '@balcao/contract/setting-rules';

export const settingKeys = Object.keys(settingRules) as SettingKey[];

/** The key, if it exists. */
export function knownKey(key: string): Verdict<SettingKey> {
  return Object.hasOwn(settingRules, key) ? accept(key as SettingKey) : refuse('ERR_NO_SETTING_FOUND', { key });
}

/** The value, if the key allows it. A time zone must be one that this machine knows. */
export function allowedValue(key: SettingKey, value: string): Verdict<string> {
  const fits = settingAllows(key, value) && (key !== 'timeZone' || isTimeZone(value));
  return fits ? accept(value) : refuse('ERR_SETTING_VALUE', { key });
}

export function isSecret(key: SettingKey): boolean {
  return 'secret' in settingRules[key];
}

/** Abbreviations are refused: the database may take them for another zone, or none. */
function isTimeZone(name: string): boolean {
  if (/^[a-z]{3}$/i.test(name) && !/^(utc|gmt)$/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
