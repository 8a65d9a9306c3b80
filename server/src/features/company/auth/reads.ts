import type { authEndpoints } from '@balcao/contract/auth';
import type { Answer } from '@balcao/contract/endpoint';
import { LRUCache } from 'lru-cache';
import { readAccessToken } from '../../../platform/access-token.ts';
import { asSystem, type CompanyId, type Ctx, mintCompanyId, type PlatformCtx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Account, Authenticate } from '../../../platform/http/account.ts';
import { currentStanding } from '../companies/reads.ts';
import { findSessionUser } from '../users/reads.ts';
import { type AccountRow, findAccountRow } from './store.ts';
import { accountOf } from './view.ts';

/** Who am I? */
export function showMe(ctx: Ctx, userId: number): Promise<Answer<typeof authEndpoints.showMe>> {
  return reading(ctx, async (ctx) => {
    const me = await findSessionUser(ctx, userId);
    if (!me) throw new AppError('ERR_SESSION_EXPIRED');
    return { id: me.user.id, profile: me.user.profile, super: me.user.super, user: me.user };
  });
}

export type Accounts = {
  authenticate: Authenticate;
  /** Looks again at the next request of this user, who has changed. */
  forget(userId: number): void;
  /** Has the session not ended, and is its user still one? Asks the database. */
  lives(companyId: CompanyId, sessionId: string): Promise<boolean>;
  /** Throws ERR_SESSION_EXPIRED when not. */
  stillThere(account: Pick<Account, 'companyId' | 'sessionId'>): Promise<void>;
};

/** How long an account is believed without asking again; another process may have changed it, or its company's plan, meanwhile. */
const believedMs = 5_000;

/**
 * Turns access tokens into accounts. A token that is over, forged or older than the user's latest change: ERR_TOKEN_EXPIRED, fetch
 * another with the cookie. A session that has ended or a user who is gone: ERR_SESSION_EXPIRED, sign in.
 */
export function createAccounts(base: PlatformCtx): Accounts {
  const believed = new LRUCache<string, AccountRow>({ max: 20_000, ttl: believedMs });

  function look(companyId: CompanyId, sessionId: string): Promise<AccountRow | null> {
    return reading(asSystem(base, companyId), (ctx) => findAccountRow(ctx, sessionId, ctx.now()));
  }

  const lives = async (companyId: CompanyId, sessionId: string) => (await look(companyId, sessionId)) !== null;
  return {
    lives,
    async authenticate(token) {
      const claims = await readAccessToken(base.secrets, token, base.now());
      if (!claims) throw new AppError('ERR_TOKEN_EXPIRED');
      const { sessionId, expiresAt } = claims;
      const companyId = mintCompanyId(claims.companyId);
      const row = believed.get(sessionId) ?? (await look(companyId, sessionId));
      if (!row || row.id !== claims.id) throw new AppError('ERR_SESSION_EXPIRED');
      believed.set(sessionId, row, { noUpdateTTL: true });
      if (row.tokenVersion !== claims.tokenVersion) throw new AppError('ERR_TOKEN_EXPIRED');
      const standing = currentStanding({ status: row.companyActive, dueDate: row.dueDate }, base.now());
      return { ...accountOf(row), standing, companyId, sessionId, expiresAt };
    },
    forget(userId) {
      for (const [sessionId, row] of believed.entries()) if (row.id === userId) believed.delete(sessionId);
    },
    async stillThere({ companyId, sessionId }) {
      if (!(await lives(companyId, sessionId))) throw new AppError('ERR_SESSION_EXPIRED');
    },
  };
}
