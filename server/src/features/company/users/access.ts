// Who may do what to whom among the users of one company.
import { accept, refuse, type Verdict } from '@balcao/contract/errors';
import type { Profile } from '@balcao/contract/user-rules';

export type Caller = { kind: 'system' } | { kind: 'user'; id: number; profile: Profile; super: boolean };
export type Target = {
  id: number;
  super: boolean;
  profile: Profile;
  allTicket: boolean;
  whatsappId: number | null;
  queueIds: readonly number[];
};
export type Changes = {
  profile?: Profile | undefined;
  allTicket?: boolean | undefined;
  whatsappId?: number | null | undefined;
  queueIds?: readonly number[] | undefined;
};

/**
 * Admins change anyone, except that only an operator touches another operator. Everybody else changes himself, and there neither
 * profile, queues, connection nor what he sees; the same values sent back are no change.
 */
export function mayChange(caller: Caller, target: Target, changes: Changes): Verdict<null> {
  if (caller.kind === 'system') return accept(null);
  const himself = caller.id === target.id;
  if (!himself && target.super && !caller.super) return refuse('ERR_NO_PERMISSION');
  if (caller.profile === 'admin') return accept(null);
  return himself && !changesRights(target, changes) ? accept(null) : refuse('ERR_NO_PERMISSION');
}

/** Nobody removes himself, and only an operator another operator. */
export function mayDelete(caller: Caller, target: Target): Verdict<null> {
  if (caller.kind === 'system') return accept(null);
  if (caller.id === target.id) return refuse('ERR_OWN_USER');
  return caller.profile === 'admin' && (!target.super || caller.super) ? accept(null) : refuse('ERR_NO_PERMISSION');
}

function changesRights(target: Target, { profile, allTicket, whatsappId, queueIds }: Changes): boolean {
  return (
    (profile !== undefined && profile !== target.profile) ||
    (allTicket !== undefined && allTicket !== target.allTicket) ||
    (whatsappId !== undefined && whatsappId !== target.whatsappId) ||
    (queueIds !== undefined && (queueIds.length !== target.queueIds.length || queueIds.some((id) => !target.queueIds.includes(id))))
  );
}
