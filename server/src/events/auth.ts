import { fact } from '../platform/facts.ts';

/** A user signed in; `session` is the new session. */
export const signedIn = fact<{ user: { id: number; email: string; companyId: number }; session: string }>('auth.signedIn');

/** A user signed out: this session has ended. */
export const signedOut = fact<{ sessionId: string }>('auth.signedOut');
