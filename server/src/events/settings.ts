import type { SettingRow } from '@balcao/contract/settings';
import { fact } from '../platform/facts.ts';

/** A setting got a value. `adminOnly`: others of the company may not read it. */
export const settingChanged = fact<{ setting: SettingRow; adminOnly: boolean }>('setting.changed');
