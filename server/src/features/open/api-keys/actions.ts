import type { ApiKeyView, apiKeyEndpoints } from '@balcao/contract/api-keys';
import { apiKeyPrefix, apiKeysMax } from '@balcao/contract/api-rules';
import type { Answer, Received } from '@balcao/contract/endpoint';
import { apiKeyChanged, apiKeyCreated, apiKeyDeleted } from '../../../events/api-keys.ts';
import { type Ctx, userIdOf } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { hashToken, newToken } from '../../../platform/secrets.ts';
import { audit } from '../../company/system/actions.ts';
import { hintOf } from './rules.ts';
import { countAndHold, getApiKey, insertApiKey, lockApiKey, removeApiKey, saveApiKey } from './store.ts';
import { apiKeyView } from './view.ts';

type NewKey = Received<typeof apiKeyEndpoints.createApiKey>['body'];
type Change = Received<typeof apiKeyEndpoints.updateApiKey>['body'];

/** Makes a key; the answer alone has it. ERR_API_KEYS_LIMIT. */
export function createApiKey(ctx: Ctx, { name, scopes }: NewKey): Promise<Answer<typeof apiKeyEndpoints.createApiKey>> {
  const key = `${apiKeyPrefix}${newToken()}`;
  return transaction(ctx, async (ctx) => {
    if ((await countAndHold(ctx)) >= apiKeysMax) throw new AppError('ERR_API_KEYS_LIMIT', { max: apiKeysMax });
    const now = ctx.now();
    const id = await insertApiKey(ctx, {
      name,
      scopes: [...scopes],
      key_hash: hashToken(key),
      hint: hintOf(key),
      created_by: userIdOf(ctx.actor),
      created_at: now,
      updated_at: now,
    });
    const record = apiKeyView(await getApiKey(ctx, id));
    await audit(ctx, { verb: 'apiKey.created', subject: String(id), details: { name, scopes } });
    await ctx.publish(apiKeyCreated, { record });
    return { ...record, key };
  });
}

/** Changes the given fields. ERR_NO_API_KEY_FOUND. */
export function updateApiKey(ctx: Ctx, id: number, { name, scopes }: Change): Promise<ApiKeyView> {
  return transaction(ctx, async (ctx) => {
    await lockApiKey(ctx, id);
    await saveApiKey(ctx, id, { name, scopes: scopes && [...scopes], updated_at: ctx.now() });
    const record = apiKeyView(await getApiKey(ctx, id));
    if (scopes) await audit(ctx, { verb: 'apiKey.changed', subject: String(id), details: { scopes } });
    await ctx.publish(apiKeyChanged, { record });
    return record;
  });
}

/** Removes a key; who calls with it is refused from then on. ERR_NO_API_KEY_FOUND. */
export function deleteApiKey(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { name } = await lockApiKey(ctx, id);
    await removeApiKey(ctx, id);
    await audit(ctx, { verb: 'apiKey.deleted', subject: String(id), details: { name } });
    await ctx.publish(apiKeyDeleted, { id });
  });
}
