type Caller = { kind: 'system' } | { kind: 'user'; super: boolean };

/** May a caller of company `own` look at this company? Operators of the platform at all, others at theirs. */
export function mayLookAt(caller: Caller, own: number, companyId: number): boolean {
  return own === companyId || (caller.kind === 'user' && caller.super);
}
