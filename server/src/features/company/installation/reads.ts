import type { InstallationSettings } from '@balcao/contract/installation';
import type { Base, PlatformTx, Reader, Tx } from '../../../platform/context.ts';
import { getInstallationRow, isStandingBehind } from './store.ts';
import { installationView } from './view.ts';

/** What operators decided for the whole installation. */
export async function installationSettings({ db }: Pick<Base | PlatformTx | Reader | Tx, 'db'>): Promise<InstallationSettings> {
  return installationView(await getInstallationRow(db));
}

/** Up to which day companies were told that their subscription has ended; null at first. */
export async function standingDay({ db }: Pick<Base | PlatformTx, 'db'>): Promise<string | null> {
  return (await getInstallationRow(db)).standing_day;
}

/** A row if companies were not told of that day yet. */
export function standingToTell({ db }: Pick<PlatformTx, 'db'>, day: string): Promise<unknown[]> {
  return isStandingBehind(db, day);
}
