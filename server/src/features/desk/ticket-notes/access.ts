type Caller = { kind: 'system' } | { kind: 'user'; id: number; profile: string };

/** Its author and admins. */
export function mayRemove(caller: Caller, note: { user_id: number | null }): boolean {
  return caller.kind === 'system' || caller.profile === 'admin' || caller.id === note.user_id;
}
