import type { CampaignView } from '@balcao/contract/campaigns';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { campaignKeys } from '../../../data/campaigns/keys.ts';
import { applyCampaign, removeCampaign } from '../../../data/campaigns/live.ts';
import { readResult } from '../../../data/campaigns/queries.ts';
import { api, saveFile, upload } from '../../../platform/api.ts';
import { type CampaignValues, campaignBody } from './form.ts';
import type { CampaignSettingsValues } from './settings-values.ts';

/** Adds a campaign (`id` null) or changes one. `useAttach` uploads its file. */
export function useSaveCampaign() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, values }: { id: number | null; values: CampaignValues }) => {
      const body = campaignBody(values);
      return id === null ? api('POST /campaigns', { body }) : api('PUT /campaigns/:campaignId', { params: { campaignId: id }, body });
    },
    onSuccess: (record) => applyCampaign(cache, record),
  });
}

/** Attaches a file to a campaign, or removes the attached one (`file` null). */
export function useAttach() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, file, onProgress }: { id: number; file: File | null; onProgress: (share: number) => void }) => {
      const params = { campaignId: id };
      if (file === null) return (await api('DELETE /campaigns/:campaignId/media-upload', { params })).record;
      const body = new FormData();
      body.append('file', file);
      return (await upload('POST /campaigns/:campaignId/media-upload', { params, body, onProgress })).record;
    },
    onSuccess: (record: CampaignView) => applyCampaign(cache, record),
  });
}

/** What the campaign in the form would send. */
export function useTryCampaign() {
  return useMutation({
    mutationFn: (values: CampaignValues) => {
      const { name: _, ...body } = campaignBody(values);
      return api('POST /v1/campaigns/dry-run', { body: { ...body, hasFile: values.file !== null || values.kept !== null } });
    },
  });
}

/** Removes a campaign. */
export function useDeleteCampaign() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (campaignId: number) => api('DELETE /campaigns/:campaignId', { params: { campaignId } }),
    onSuccess: (_, campaignId) => removeCampaign(cache, campaignId),
  });
}

/** Stops a campaign; it may go on later. */
export function useCancelCampaign() {
  return useMutation({ mutationFn: (campaignId: number) => api('POST /campaigns/:campaignId/cancel', { params: { campaignId } }) });
}

/** Lets a cancelled campaign go on. */
export function useRestartCampaign() {
  return useMutation({ mutationFn: (campaignId: number) => api('POST /campaigns/:campaignId/restart', { params: { campaignId } }) });
}

/** Sends again to those who failed. */
export function useRetryFailed() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (campaignId: number) => api('POST /v1/campaigns/:campaignId/retry', { params: { campaignId } }),
    onSuccess: (record) => applyCampaign(cache, record),
  });
}

/** Goes on although the health of the number speaks against it. */
export function useOverruleHealth() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (campaignId: number) => api('POST /v1/campaigns/:campaignId/overrule', { params: { campaignId } }),
    onSuccess: (record) => applyCampaign(cache, record),
  });
}

/** Saves the result of a campaign as a file. */
export function useDownloadResult() {
  return useMutation({ mutationFn: async (campaignId: number) => saveFile(await readResult(campaignId), 'campanha.csv') });
}

/** Saves the pace of all campaigns, own variables, and prices. */
export function useSaveCampaignSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ prices, ...settings }: CampaignSettingsValues) =>
      api('POST /campaign-settings', { body: { settings: { ...settings, prices: { ...prices, rows: [...prices.rows] } } } }),
    onSuccess: (saved) => void cache.setQueryData(campaignKeys.settings, saved),
  });
}
