import { fact } from '../platform/facts.ts';

/** A user signed in; `session` is the new session. */
export const signedIn = fact<{ user: { id: number; email: string; companyId: number }; session: string }>('auth.signedIn');
