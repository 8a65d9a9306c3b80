import type { InstallationSettings } from '@balcao/contract/installation';
import type { InstallationRow } from './store.ts';

export function installationView(row: InstallationRow): InstallationSettings {
  return { signUp: row.sign_up, operatorsSecondFactor: row.operators_second_factor };
}
