import type { PlanFlag } from '@balcao/contract/plan-rules';
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
  /** False once the company was switched off by the platform. */
  companyActive: boolean;
  /** YYYY-MM-DD; null means none was set. */
  dueDate: string | null;
  plan: Record<PlanFlag, boolean>;
  /** When the access token ends. */
  expiresAt: Date;
};

/** Turns an access token into an account. Throws ERR_TOKEN_EXPIRED or ERR_SESSION_EXPIRED. */
export type Authenticate = (token: string) => Promise<Account>;
