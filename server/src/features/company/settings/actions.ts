import { type SettingKey, settingRules } from '@balcao/contract/setting-rules';
import type { SettingRow } from '@balcao/contract/settings';
import { settingChanged } from '../../../events/settings.ts';
import type { Ctx, Tx } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { AppError, must } from '../../../platform/errors.ts';
import { audit } from '../system/actions.ts';
import { mayChange } from './access.ts';
import { allowedValue, isSecret, knownKey, settingKeys } from './rules.ts';
import { insertMissingSettings, knowsTimeZone, saveSettingRow } from './store.ts';
import { settingView } from './view.ts';

/** Changes a setting. ERR_NO_SETTING_FOUND for unknown keys, ERR_SETTING_VALUE for values the key does not allow, ERR_NO_PERMISSION. */
export async function changeSetting(ctx: Ctx | Tx, named: string, wanted: string): Promise<SettingRow> {
  const key = must(knownKey(named));
  if (!mayChange(ctx.actor, key)) throw new AppError('ERR_NO_PERMISSION');
  const value = must(allowedValue(key, wanted));
  const secret = isSecret(key);
  return transaction(ctx, async (ctx) => {
    if (key === 'timeZone' && !(await knowsTimeZone(ctx, value))) throw new AppError('ERR_SETTING_VALUE', { key });
    const sealed = secret && value !== '' ? ctx.secrets.encrypt(value).toString('base64') : value;
    const setting = settingView(ctx.companyId, key, await saveSettingRow(ctx, key, sealed, ctx.now()));
    await audit(ctx, { verb: 'setting.changed', subject: key, details: secret ? { configured: value !== '' } : { value } });
    await ctx.publish(settingChanged, { setting, adminOnly: settingRules[key].read === 'admin' });
    return setting;
  });
}

/** An operator grants a setting to a company. Call it in the transaction that changes the company. */
export async function setGranted(ctx: Tx, key: 'campaignsEnabled', value: string): Promise<void> {
  const setting = settingView(ctx.companyId, key, await saveSettingRow(ctx, key, value, ctx.now()));
  await ctx.publish(settingChanged, { setting, adminOnly: settingRules[key].read === ('admin' as string) });
}

/** Gives a new company its settings: the given ones, and defaults for the rest. */
export async function seedSettings(ctx: Tx, given: Partial<Record<SettingKey, string>> = {}): Promise<void> {
  const values = settingKeys.map((key) => ({ key, value: given[key] ?? settingRules[key].default }));
  await insertMissingSettings(ctx, values, ctx.now());
}
