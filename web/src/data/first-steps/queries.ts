import { settingValue } from '@balcao/contract/setting-rules';
import type { SessionUser } from '@balcao/contract/users';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { can } from '../../platform/session.ts';
import { firstStepsKeys } from './keys.ts';

/** Is this person to be shown what the company does first? Known without asking. */
export function wantsFirstSteps(user: SessionUser): boolean {
  return can(user, 'drawer-admin-items:view') && settingValue(user.company.settings, 'firstSteps') === 'open';
}

/** How far the company has come. For admins only. */
export function useFirstSteps(enabled = true) {
  return useQuery({ queryKey: firstStepsKeys.state, queryFn: ({ signal }) => api('GET /v1/first-steps', { signal }), enabled });
}
