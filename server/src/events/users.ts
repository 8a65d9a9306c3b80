import type { UserView } from '@balcao/contract/users';
import { fact } from '../platform/facts.ts';

export const userCreated = fact<{ user: UserView }>('user.created');
/** Something about a user is different, presence and sessions included. */
export const userChanged = fact<{ user: UserView }>('user.changed');
/** The profile or the queues of a user were saved, which decide what they may see. */
export const userRoleSaved = fact<{ userId: number }>('user.roleSaved');
/** A user was removed; the row stays for history. */
export const userDeleted = fact<{ userId: number }>('user.deleted');
