import { planFlags } from '@balcao/contract/plan-rules';
import type { Profile } from '@balcao/contract/user-rules';
import type { Account } from '../../../platform/http/account.ts';
import type { AccountRow } from './store.ts';

/** The part of an account that comes from the row. Company and session come from the token. */
export function accountOf(row: AccountRow): Pick<Account, 'member' | 'features' | 'entered' | 'operator'> {
  const { id, name, queueIds, allTicket, exportContacts, isLocked } = row;
  return {
    member: { id, name, profile: row.profile as Profile, super: row.super && !isLocked, queueIds, allTicket, exportContacts },
    ...(row.operatorId !== null && { entered: true, operator: { id: row.operatorId, name: row.operatorName ?? '' } }),
    features: new Set<string>(planFlags.filter((flag) => row[flag])),
  };
}
