import { planFlags } from '@balcao/contract/plan-rules';
import type { Member, Profile } from '@balcao/contract/user-rules';
import type { AccountRow } from './store.ts';

/** The part of an account that comes from the row. Company and session come from the token. */
export function accountOf(row: AccountRow): { member: Member; features: ReadonlySet<string> } {
  const { id, name, queueIds, allTicket, exportContacts } = row;
  return {
    member: { id, name, profile: row.profile as Profile, super: row.super, queueIds, allTicket, exportContacts },
    features: new Set<string>(planFlags.filter((flag) => row[flag])),
  };
}
