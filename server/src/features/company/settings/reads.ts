import { type SettingKey, settingRules } from '@balcao/contract/setting-rules';
import type { SettingRow } from '@balcao/contract/settings';
import type { Ctx, PlatformTx, Reader, Tx } from '../../../platform/context.ts';
import { keptOf } from '../../../platform/db/kept.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { mayRead } from './access.ts';
import { isSecret, settingKeys } from './rules.ts';
import { findSettingRow, listSettingRows, listSettingRowsOf } from './store.ts';
import { settingView } from './view.ts';

/** The settings the caller may read; a missing row reads as its default. */
export function listSettings(ctx: Ctx): Promise<SettingRow[]> {
  return reading(ctx, async (ctx) => {
    const rows = new Map((await listSettingRows(ctx)).map((row) => [row.key, row]));
    return settingKeys.filter((key) => mayRead(ctx.actor, key)).map((key) => settingView(ctx.companyId, key, rows.get(key)));
  });
}

/** One setting's value, secrets in plain text; the default when the row is missing. */
export async function settingOf(ctx: Reader | Tx, key: SettingKey): Promise<string> {
  const value = (await findSettingRow(ctx, key))?.value ?? settingRules[key].default;
  return isSecret(key) && value !== '' ? ctx.secrets.decrypt(Buffer.from(value, 'base64')) : value;
}

/** Every setting that all users of the company may read, defaults included. */
export async function settingsOf(ctx: Reader | Tx): Promise<Record<SettingKey, string>> {
  const rows = new Map((await listSettingRows(ctx)).map((row) => [row.key, row.value]));
  const entries = settingKeys.map((key) => [key, isSecret(key) ? '' : (rows.get(key) ?? settingRules[key].default)]);
  return Object.fromEntries(entries) as Record<SettingKey, string>;
}

/** As `settingsOf`, for what is asked with every message: kept in memory. */
export const keptSettingsOf = keptOf(settingsOf);

/** The same as a list, as part of a company's view. */
export async function openSettings(ctx: Reader | Tx): Promise<{ key: string; value: string }[]> {
  const values = await settingsOf(ctx);
  return settingKeys.filter((key) => settingRules[key].read === 'all').map((key) => ({ key, value: values[key] }));
}

/** The same for several companies, for operators. */
export async function openSettingsOf(
  ctx: PlatformTx,
  companyIds: readonly number[],
): Promise<(companyId: number) => { key: string; value: string }[]> {
  const rows = await listSettingRowsOf(ctx, companyIds);
  const open = settingKeys.filter((key) => settingRules[key].read === 'all');
  return (companyId) => {
    const own = new Map(rows.flatMap((row) => (row.company_id === companyId ? [[row.key, row.value] as const] : [])));
    return open.map((key) => ({ key, value: own.get(key) ?? settingRules[key].default }));
  };
}
