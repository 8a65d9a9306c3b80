// Who may call what. Pure; the server asks before it reads anything else of a request.
import type { EndpointShape } from './endpoint.ts';
import { accept, refuse, type Verdict } from './errors.ts';
import { hasRight, type Member, type Right } from './user-rules.ts';

export type Caller = {
  member: Pick<Member, 'profile' | 'super' | Right>;
  /** May their company work now? If not, the refusal: ERR_COMPANY_INACTIVE or ERR_SUBSCRIPTION_EXPIRED. */
  standing: Verdict<null>;
  /** The subscription has ended a few days ago: everything may still be read. */
  readOnly?: boolean | undefined;
  /** An operator is in the company as this user: they may see to it whatever its standing. */
  entered?: boolean | undefined;
  /** The features of their plan, among those that endpoints name by `plan`. */
  features: ReadonlySet<string>;
};

const rank = { user: 0, supervisor: 1, admin: 2 } as const;

/** May this caller stay signed in and connected? After the subscription has expired too, so that they can pay and learn of the payment. */
export function mayHear({ standing, entered }: Pick<Caller, 'standing' | 'entered'>): boolean {
  return entered || standing.ok || standing.error === 'ERR_SUBSCRIPTION_EXPIRED';
}

/**
 * Do their sockets hear everything that goes on in the company? After the days of grace people only hear of the subscription. Operators are
 * not bound to it.
 */
export function hearsAll({ standing, readOnly, entered, member }: Pick<Caller, 'standing' | 'readOnly' | 'entered' | 'member'>): boolean {
  return standing.ok || Boolean(readOnly || entered || member.super);
}

/**
 * The only gate for calls by users: may this caller use this endpoint now? Checks the company's standing, then the role, then the right and
 * the feature that the endpoint names. After the subscription has expired, what reads remains for the days of
 * grace, and then only endpoints with `whenExpired`. Operators may call
 * whatever the standing of the company, but only with the features of its plan.
 */
export function mayCall(endpoint: EndpointShape, { member, standing, readOnly, entered, features }: Caller): Verdict<null> {
  const isExpired = !standing.ok && standing.error === 'ERR_SUBSCRIPTION_EXPIRED';
  const excused = member.super || entered || (isExpired && (endpoint.whenExpired || (readOnly && endpoint.route.startsWith('GET '))));
  if (!standing.ok && !excused) return standing;
  const { access, plan, right } = endpoint;
  if (access === 'super' && !member.super) return refuse('ERR_NO_PERMISSION');
  if ((access === 'user' || access === 'supervisor' || access === 'admin') && rank[member.profile] < rank[access])
    return refuse('ERR_NO_PERMISSION');
  if (right && !hasRight(member, right)) return refuse('ERR_NO_PERMISSION', { right });
  if (plan && !features.has(plan)) return refuse('ERR_NO_PERMISSION', { plan });
  return accept(null);
}

/** A program that calls with a key or a token. */
export type ProgramCaller = Pick<Caller, 'standing' | 'features'> & { scopes: ReadonlySet<string> };

/**
 * The same gate for programs: the company's standing, then the feature of its plan, then what the key was made for. Nothing of theirs works
 * after the subscription has expired.
 */
export function mayProgramCall({ plan, scope }: EndpointShape, { standing, features, scopes }: ProgramCaller): Verdict<null> {
  if (!standing.ok) return standing;
  if (plan && !features.has(plan)) return refuse('ERR_NO_PERMISSION', { plan });
  if (scope && !scopes.has(scope)) return refuse('ERR_NO_PERMISSION', { scope });
  return accept(null);
}
