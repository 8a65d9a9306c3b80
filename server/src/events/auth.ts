import { fact } from '../platform/facts.ts';

/** A user signed in; `session` is the one that began. */
export const signedIn = fact<{ user: { id: number; email: string; companyId: number }; session: string }>('auth.signedIn');
