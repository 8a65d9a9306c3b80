// Who may do what to which users of a company.
import { accept, refuse, type Verdict } from '@balcao/contract/errors';
import type { Profile } from '@balcao/contract/user-rules';

export type Caller = { kind: 'system' } | { kind: 'user'; id: number; profile: Profile; super: boolean };
export type Target = {
  id: number;
  super: boolean;
  profile: Profile;
  allTicket: boolean;
  exportContacts: boolean;
  assignmentCapacity: number | null;
  whatsappId: number | null;
  queueIds: readonly number[];
};
export type Changes = {
  profile?: Profile | undefined;
  allTicket?: boolean | undefined;
  exportContacts?: boolean | undefined;
  assignmentCapacity?: number | null | undefined;
  whatsappId?: number | null | undefined;
  queueIds?: readonly number[] | undefined;
};

/**
 * Admins change anyone, except that only an operator changes another operator. All others change only themselves, and not their profile,
 * queues, connection, capacity, ticket visibility or rights. Sending back the same values is not a change.
 */
export function mayChange(caller: Caller, target: Target, changes: Changes): Verdict<null> {
  if (caller.kind === 'system') return accept(null);
  const isSelf = caller.id === target.id;
  if (!isSelf && target.super && !caller.super) return refuse('ERR_NO_PERMISSION');
  if (caller.profile === 'admin') return accept(null);
  return isSelf && !changesRights(target, changes) ? accept(null) : refuse('ERR_NO_PERMISSION');
}

/** Nobody deletes themselves. Only an operator deletes another operator. */
export function mayDelete(caller: Caller, target: Target): Verdict<null> {
  if (caller.kind === 'system') return accept(null);
  if (caller.id === target.id) return refuse('ERR_OWN_USER');
  return caller.profile === 'admin' && (!target.super || caller.super) ? accept(null) : refuse('ERR_NO_PERMISSION');
}

function changesRights(target: Target, { profile, allTicket, exportContacts, assignmentCapacity, whatsappId, queueIds }: Changes): boolean {
  return (
    (profile !== undefined && profile !== target.profile) ||
    (allTicket !== undefined && allTicket !== target.allTicket) ||
    (exportContacts !== undefined && exportContacts !== target.exportContacts) ||
    (assignmentCapacity !== undefined && assignmentCapacity !== target.assignmentCapacity) ||
    (whatsappId !== undefined && whatsappId !== target.whatsappId) ||
    (queueIds !== undefined && (queueIds.length !== target.queueIds.length || queueIds.some((id) => !target.queueIds.includes(id))))
  );
}
