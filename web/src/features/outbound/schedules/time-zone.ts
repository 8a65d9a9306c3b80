import { settingValue } from '@balcao/contract/setting-rules';
import { useUser } from '../../../platform/session.ts';

/** The company's time zone, in which all times of scheduled messages are shown and written. */
export function useTimeZone(): string {
  return settingValue(useUser().company.settings, 'timeZone');
}
