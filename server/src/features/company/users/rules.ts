import { accept, refuse, type Verdict } from '@balcao/contract/errors';
import type { Profile } from '@balcao/contract/user-rules';

/** A company must keep an admin. `admins` are the ids of the current ones; `next` is the user's new profile, null when deleted. */
export function keepsAnAdmin(admins: readonly number[], userId: number, next: Profile | null): Verdict<null> {
  const last = admins.length === 1 && admins[0] === userId;
  return last && next !== 'admin' ? refuse('ERR_LAST_ADMIN') : accept(null);
}

/** Minutes without a sign of life after which a user counts as offline; browsers send one every five. */
export const silentMinutes = 6;

export function silentSince(now: Date): Date {
  return new Date(now.getTime() - silentMinutes * 60_000);
}
