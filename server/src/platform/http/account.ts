import type { Caller, ProgramCaller } from '@balcao/contract/access-rules';
import type { Member } from '@balcao/contract/user-rules';
import type { CompanyId, Program } from '../context.ts';

/** Who is signed in, in which session, and what they may call. */
export type Account = Caller & {
  member: Member;
  companyId: CompanyId;
  sessionId: string;
  /** The operator who is in the company as this user. */
  operator?: { id: number; name: string } | undefined;
};

/** A program that calls with a key of its company, or with a token. */
export type ProgramAccount = ProgramCaller & { companyId: CompanyId; program: Program };

/** Turns a key or a token into who holds it. Throws ERR_API_TOKEN. */
export type AuthenticateProgram = (access: Program['access'], secret: string) => Promise<ProgramAccount>;

/** Turns an access token into an account. Throws ERR_TOKEN_EXPIRED or ERR_SESSION_EXPIRED. */
export type Authenticate = (token: string) => Promise<Account>;
