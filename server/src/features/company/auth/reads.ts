import type { authEndpoints } from '@balcao/contract/auth';
import type { Answer } from '@balcao/contract/endpoint';
import { LRUCache } from 'lru-cache';
import { readAccessToken } from '../../../platform/access-token.ts';
import { asSystem, type CompanyId, type Ctx, mintCompanyId, type PlatformCtx, type SignedIn } from '../../../platform/context.ts';
import { platformTransaction, reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Authenticate, Account as SignedInAccount } from '../../../platform/http/account.ts';
import { currentStanding, isReadOnlyNow } from '../companies/reads.ts';
import { isAbandoned, isSucceeded } from '../sessions/reads.ts';
import { findSessionUser } from '../users/reads.ts';
import { type AccountRow, type Credentials, findAccountRow, findCredentials } from './store.ts';
import { accountOf } from './view.ts';

/** A user as one finds them by their e-mail, without being signed in. */
export type Account = Omit<Credentials, 'passwordHash'>;

/** Above companies: who has this e-mail, in upper or lower case; null: nobody. */
export function findAccount(ctx: PlatformCtx, email: string): Promise<Account | null> {
  return platformTransaction(ctx, (ctx) => findCredentials(ctx, email));
}

/** The signed-in user. */
export function showMe(ctx: Ctx & { actor: SignedIn }): Promise<Answer<typeof authEndpoints.showMe>> {
  const { id: userId, operator, sessionId } = ctx.actor;
  return reading(ctx, async (ctx) => {
    const me = await findSessionUser(ctx, userId);
    if (!me) throw new AppError('ERR_SESSION_EXPIRED');
    const user = operator ? { ...me.user, operator: { name: operator.name } } : me.user;
    return { id: user.id, profile: user.profile, super: user.super, user, signedInElsewhere: await isSucceeded(ctx, sessionId) };
  });
}

export type Accounts = {
  authenticate: Authenticate;
  /** This user has changed: reads them again at their next request. */
  forget(userId: number): void;
  /** Companies or plans have changed: reads everybody again. */
  forgetAll(): void;
  /** The account of a session with its current rights; null if the session has ended or its user is deleted. Asks the database. */
  current(companyId: CompanyId, sessionId: string): Promise<SignedInAccount | null>;
};

/** How long an account is cached. Meanwhile another process may have changed it or its company's plan. */
const cacheMs = 5_000;

/**
 * Turns access tokens into accounts. ERR_TOKEN_EXPIRED if the token is expired, forged or older than the user's token version: the client
 * fetches another with the cookie. ERR_SESSION_EXPIRED if the session has ended or the user is deleted: the client signs in.
 */
export function createAccounts(base: PlatformCtx): Accounts {
  const cached = new LRUCache<string, AccountRow>({ max: 20_000, ttl: cacheMs });
  let forgotten = 0;

  async function findAccount(companyId: CompanyId, sessionId: string): Promise<AccountRow | null> {
    const row = await reading(asSystem(base, companyId), (ctx) => findAccountRow(ctx, sessionId, ctx.now()));
    // Who entered a company is in it for as long as they are an operator and signed in at home.
    return row !== null && row.operatorId !== null && (await isAbandoned(base, sessionId)) ? null : row;
  }

  function viewAccount(row: AccountRow, companyId: CompanyId, sessionId: string): SignedInAccount {
    const company = { status: row.companyActive, dueDate: row.dueDate, graceDays: row.graceDays };
    const standing = currentStanding(company, base.now());
    return { ...accountOf(row), standing, readOnly: isReadOnlyNow(company, base.now()), companyId, sessionId };
  }

  return {
    async authenticate(token) {
      const before = forgotten;
      const claims = await readAccessToken(base.secrets, token, base.now());
      if (!claims) throw new AppError('ERR_TOKEN_EXPIRED');
      const { sessionId } = claims;
      const companyId = mintCompanyId(claims.companyId);
      const row = cached.get(sessionId) ?? (await findAccount(companyId, sessionId));
      if (!row || row.id !== claims.id) throw new AppError('ERR_SESSION_EXPIRED');
      // What was read before a change must not outlive it here.
      if (before === forgotten) cached.set(sessionId, row, { noUpdateTTL: true });
      if (row.tokenVersion !== claims.tokenVersion) throw new AppError('ERR_TOKEN_EXPIRED');
      return viewAccount(row, companyId, sessionId);
    },
    forget(userId) {
      forgotten += 1;
      for (const [sessionId, row] of cached.entries()) if (row.id === userId) cached.delete(sessionId);
    },
    forgetAll() {
      forgotten += 1;
      cached.clear();
    },
    async current(companyId, sessionId) {
      const row = await findAccount(companyId, sessionId);
      return row && viewAccount(row, companyId, sessionId);
    },
  };
}
