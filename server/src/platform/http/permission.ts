import type { EndpointShape } from '@balcao/contract/endpoint';
import { accept, refuse, type Verdict } from '@balcao/contract/errors';
import type { Account } from './account.ts';

const rank = { user: 0, supervisor: 1, admin: 2 } as const;

/**
 * The one gate of all calls by people: may this account call this endpoint now? First what its company may at all, then its role,
 * then the feature that the endpoint names. After the subscription has run out, only what `whenExpired` names is left. Operators pass
 * whatever the standing of their company, but have only the features of its plan, like everybody else.
 */
export function mayCall(endpoint: EndpointShape, account: Account): Verdict<null> {
  const { standing } = account;
  const excused = account.super || (endpoint.whenExpired && !standing.ok && standing.error === 'ERR_SUBSCRIPTION_EXPIRED');
  if (!standing.ok && !excused) return standing;
  const { access, plan } = endpoint;
  if (access === 'super' && !account.super) return refuse('ERR_NO_PERMISSION');
  if ((access === 'user' || access === 'supervisor' || access === 'admin') && rank[account.profile] < rank[access])
    return refuse('ERR_NO_PERMISSION');
  if (plan && !account.features.has(plan)) return refuse('ERR_NO_PERMISSION', { plan });
  return accept(null);
}
