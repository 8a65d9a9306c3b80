import type { CompanyView } from '@balcao/contract/companies';
import type { Broadcast } from '../../../platform/facts.ts';

type Caller = { kind: 'system' } | { kind: 'user'; super: boolean };

/** May a caller of company `own` see this company? Operators see all, others their own. */
export function mayLookAt(caller: Caller, own: number, companyId: number): boolean {
  return own === companyId || (caller.kind === 'user' && caller.super);
}

/** Operators hear of every company. */
export function companyRecordNews(action: 'create' | 'update' | 'delete', companyId: number): Broadcast {
  return { event: 'companyRecord', payload: { action, companyId }, rooms: [{ to: 'operators' }] };
}

/** What everybody in a company, and its operators, are told of it. It is also what its sockets are looked at again for. */
export function companyNews(company: CompanyView): Broadcast[] {
  return [
    { event: 'company', payload: { action: 'update', company }, rooms: [{ to: 'subscription' }] },
    companyRecordNews('update', company.id),
  ];
}
