type Caller = { kind: 'system' } | { kind: 'user'; super: boolean };

/** May a caller of company `own` see this company? Operators see all, others their own. */
export function mayLookAt(caller: Caller, own: number, companyId: number): boolean {
  return own === companyId || (caller.kind === 'user' && caller.super);
}
