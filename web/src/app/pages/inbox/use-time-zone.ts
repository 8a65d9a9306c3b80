import { settingRules } from '@balcao/contract/setting-rules';
import { useUser } from '../../../platform/session.ts';

/** The company's time zone. */
export function useTimeZone(): string {
  const { company } = useUser();
  return company.settings.find(({ key }) => key === 'timeZone')?.value || settingRules.timeZone.default;
}
