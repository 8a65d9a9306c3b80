import type { SettingRow } from '@balcao/contract/settings';
import { fact } from '../platform/facts.ts';

/** `adminOnly`: other users of the company may not read it. */
export const settingChanged = fact<{ setting: SettingRow; adminOnly: boolean }>('setting.changed');
