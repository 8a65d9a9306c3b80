import type { InstallationSettings } from '@balcao/contract/installation';
import type { Base, PlatformTx, Reader, Tx } from '../../../platform/context.ts';
import { getInstallationRow } from './store.ts';
import { installationView } from './view.ts';

/** What operators decided for the whole installation. */
export async function installationSettings({ db }: Pick<Base | PlatformTx | Reader | Tx, 'db'>): Promise<InstallationSettings> {
  return installationView(await getInstallationRow(db));
}
