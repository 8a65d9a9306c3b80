import type { ApiKeyView } from '@balcao/contract/api-keys';
import { apiKeysMax } from '@balcao/contract/api-rules';
import { planFlags } from '@balcao/contract/plan-rules';
import { asSystem, type Ctx, mintCompanyId, type PlatformCtx } from '../../../platform/context.ts';
import { platformTransaction, reading, transaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AuthenticateProgram } from '../../../platform/http/account.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { currentStanding } from '../../company/companies/reads.ts';
import { isUseNews, looksLikeKey } from './rules.ts';
import { getApiKey, holderOfKey, holderOfToken, listApiKeys as listRows, saveApiKey } from './store.ts';
import { apiKeyView } from './view.ts';

/** The keys of the company, oldest first. */
export function listApiKeys(ctx: Ctx): Promise<ApiKeyView[]> {
  return reading(ctx, async (ctx) => (await listRows(ctx, apiKeysMax)).map(apiKeyView));
}

/** Throws ERR_NO_API_KEY_FOUND. */
export function showApiKey(ctx: Ctx, id: number): Promise<ApiKeyView> {
  return reading(ctx, async (ctx) => apiKeyView(await getApiKey(ctx, id)));
}

/**
 * Turns keys and connections' tokens into who holds them. ERR_API_TOKEN if nobody does. Asks the database each time, so that a key that is
 * removed, or a token that is replaced, is refused at once in every process.
 */
export function programsOf(base: PlatformCtx): AuthenticateProgram {
  return async (access, secret) => {
    const hash = hashToken(secret);
    const row =
      access === 'token'
        ? await platformTransaction(base, (ctx) => holderOfToken(ctx, hash))
        : looksLikeKey(secret)
          ? await platformTransaction(base, (ctx) => holderOfKey(ctx, hash))
          : null;
    if (!row) throw new AppError('ERR_API_TOKEN');
    const companyId = mintCompanyId(row.companyId);
    const now = base.now();
    if (access === 'key' && isUseNews(row.lastUsedAt, now))
      await transaction(asSystem(base, companyId), (ctx) => saveApiKey(ctx, row.id, { last_used_at: now }));
    return {
      companyId,
      program: { access, id: row.id, name: row.name },
      standing: currentStanding({ status: row.companyActive, dueDate: row.dueDate, graceDays: 0 }, now),
      features: new Set<string>(planFlags.filter((flag) => row[flag])),
      scopes: new Set<string>(row.scopes),
    };
  };
}
