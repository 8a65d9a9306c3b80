import { planFlags } from '@balcao/contract/plan-rules';
import type { Member, Profile } from '@balcao/contract/user-rules';
import type { AccountRow } from './store.ts';

/** What a row says of an account; company, session and the end of the token come from the token. */
export function accountOf(row: AccountRow): { member: Member; features: ReadonlySet<string> } {
  const { id, name, queueIds, allTicket } = row;
  return {
    member: { id, name, profile: row.profile as Profile, super: row.super, queueIds, allTicket },
    features: new Set<string>(planFlags.filter((flag) => row[flag])),
  };
}
