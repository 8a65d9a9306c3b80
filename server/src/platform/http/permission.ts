import type { EndpointShape } from '@balcao/contract/endpoint';
import type { ErrorCode } from '@balcao/contract/errors';
import type { Account } from './account.ts';

const rank = { user: 0, supervisor: 1, admin: 2 } as const;

/**
 * May this account call this endpoint? Null if so, else the code of the refusal.
 * An expired subscription leaves only what `whenExpired` names (and platform operators) working.
 */
export function refusalOf(endpoint: EndpointShape, account: Account, today: string): ErrorCode | null {
  if (!account.companyActive && !account.super) return 'ERR_COMPANY_INACTIVE';
  const expired = account.dueDate !== null && account.dueDate < today;
  if (expired && !account.super && !endpoint.whenExpired) return 'ERR_SUBSCRIPTION_EXPIRED';
  const { access } = endpoint;
  if (access === 'super' && !account.super) return 'ERR_NO_PERMISSION';
  if ((access === 'user' || access === 'supervisor' || access === 'admin') && rank[account.profile] < rank[access])
    return 'ERR_NO_PERMISSION';
  if (endpoint.plan && !account.plan[endpoint.plan]) return 'ERR_PLAN_FEATURE';
  return null;
}
