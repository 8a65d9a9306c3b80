import type { Verdict } from '@balcao/contract/errors';
import type { Profile } from '@balcao/contract/user-rules';
import type { CompanyId } from '../context.ts';

/** A signed-in user with all that decides what he may do. */
export type Account = {
  id: number;
  companyId: CompanyId;
  sessionId: string;
  name: string;
  email: string;
  profile: Profile;
  super: boolean;
  queueIds: readonly number[];
  allTicket: boolean;
  /** May the company work at this moment? Its refusal, if not: ERR_COMPANY_INACTIVE or ERR_SUBSCRIPTION_EXPIRED. */
  standing: Verdict<null>;
  /** What may be used of the features that endpoints name by `plan`. */
  features: ReadonlySet<string>;
  /** When the access token ends. */
  expiresAt: Date;
};

/** Turns an access token into an account. Throws ERR_TOKEN_EXPIRED or ERR_SESSION_EXPIRED. */
export type Authenticate = (token: string) => Promise<Account>;
