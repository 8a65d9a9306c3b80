import type { InstallationSettings } from '@balcao/contract/installation';
import { operatorsRuleChanged } from '../../../events/installation.ts';
import type { Ctx, PlatformCtx } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { audit } from '../system/actions.ts';
import { saveInstallation, saveStandingDay } from './store.ts';
import { installationView } from './view.ts';

/** Changes the given settings of the installation; noted in the log of the operator's company. */
export function changeInstallation(
  ctx: Ctx,
  { signUp, operatorsSecondFactor }: { [K in keyof InstallationSettings]?: boolean | undefined },
): Promise<InstallationSettings> {
  return transaction(ctx, async (ctx) => {
    const change = { sign_up: signUp ?? null, operators_second_factor: operatorsSecondFactor ?? null };
    const settings = installationView(await saveInstallation(ctx.db, change));
    await audit(ctx, { verb: 'installation.changed', details: { signUp, operatorsSecondFactor } });
    if (operatorsSecondFactor !== undefined) await ctx.publish(operatorsRuleChanged, {});
    return settings;
  });
}

/** Notes up to which day companies were told that their subscription has ended. */
export async function noteStandingDay(ctx: PlatformCtx, day: string): Promise<void> {
  await platformTransaction(ctx, ({ db }) => saveStandingDay(db, day));
}
