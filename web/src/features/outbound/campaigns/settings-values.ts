import { noPrices, type Prices } from '@balcao/contract/campaign-cost-rules';
import { type CampaignVariable, defaultPace, type Pace } from '@balcao/contract/campaign-rules';

export type CampaignSettingsValues = Pace & { variables: CampaignVariable[]; prices: Prices };

/** The saved settings, with defaults for what was never saved. */
export function settingsOf(saved: readonly { key: string; value: string }[]): CampaignSettingsValues {
  const values = Object.fromEntries(saved.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
  return { ...defaultPace, variables: [], prices: noPrices, ...values } as CampaignSettingsValues;
}
