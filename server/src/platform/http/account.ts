import type { Caller } from '@balcao/contract/access-rules';
import type { Member } from '@balcao/contract/user-rules';
import type { CompanyId } from '../context.ts';

/** Who is signed in, in which session, and what they may call. */
export type Account = Caller & {
  member: Member;
  companyId: CompanyId;
  sessionId: string;
  /** The operator who is in the company as this user. */
  operator?: { id: number; name: string } | undefined;
};

/** Turns an access token into an account. Throws ERR_TOKEN_EXPIRED or ERR_SESSION_EXPIRED. */
export type Authenticate = (token: string) => Promise<Account>;
