import type { UserView } from '@balcao/contract/users';
import { fact } from '../platform/facts.ts';

export const userCreated = fact<{ user: UserView }>('user.created');
/** Something about a user is different, presence and sessions included. */
export const userChanged = fact<{ user: UserView }>('user.changed');
/** A user may see fewer tickets than before: a queue was taken from them, or they are no longer an admin. */
export const userRestricted = fact<{ userId: number }>('user.restricted');
/** A user was removed; the row stays for history. */
export const userDeleted = fact<{ userId: number }>('user.deleted');
