import type { Actor } from '../../../platform/context.ts';

/** Its author and admins. */
export function mayRemove(actor: Actor, note: { user_id: number | null }): boolean {
  return actor.kind === 'system' || actor.profile === 'admin' || actor.id === note.user_id;
}
