import type { CampaignView, campaignEndpoints } from '@balcao/contract/campaigns';
import type { Answer } from '@balcao/contract/endpoint';
import { fact } from '../platform/facts.ts';

export const campaignCreated = fact<{ record: CampaignView }>('campaign.created');
/** It, or how far it has come, changed. */
export const campaignChanged = fact<{ record: CampaignView }>('campaign.changed', {
  about: ({ record }) => record.id,
  merge: (_, later) => later,
});
export const campaignDeleted = fact<{ id: number }>('campaign.deleted');
export const campaignSettingsSaved = fact<{ settings: Answer<typeof campaignEndpoints.showCampaignSettings> }>('campaign.settingsSaved');
