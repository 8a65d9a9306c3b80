import type { ShippingFilter } from '@balcao/contract/campaign-rules';
import type { CampaignView, ShippingView } from '@balcao/contract/campaigns';
import { pageSize } from '@balcao/contract/page-rules';
import { useQuery } from '@tanstack/react-query';
import { api, fetchFile } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { campaignKeys } from './keys.ts';

/** The campaigns page by page. */
export function useCampaigns(searchParam: string): InfiniteRows<CampaignView> {
  return useInfiniteRows({
    queryKey: campaignKeys.page(searchParam),
    fetchPage: (pageNumber, signal) => api('GET /campaigns', { query: { searchParam, pageNumber }, signal }),
    rowsOf: (page) => page.records,
    pageSize: pageSize.rest,
  });
}

/** A campaign that is being edited, as it is now. Begins with the copy at hand. */
export function useEditedCampaign(record: CampaignView | null) {
  const campaignId = record?.id ?? 0;
  return useQuery({
    queryKey: campaignKeys.one(campaignId),
    queryFn: async ({ signal }): Promise<CampaignView> =>
      (await api('GET /v1/campaigns/:campaignId/report', { params: { campaignId }, signal })).campaign,
    enabled: record !== null,
    ...(record && { initialData: record }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** How far a campaign has come. News ask for it again, once a second at most. */
export function useCampaignReport(campaignId: number) {
  return useQuery({
    queryKey: campaignKeys.report(campaignId),
    queryFn: ({ signal }) => api('GET /v1/campaigns/:campaignId/report', { params: { campaignId }, signal }),
  });
}

/** The contacts of a campaign page by page. */
export function useShippings(campaignId: number, state: ShippingFilter | null): InfiniteRows<ShippingView> {
  return useInfiniteRows({
    queryKey: campaignKeys.shippingPage(campaignId, state),
    fetchPage: (pageNumber, signal) =>
      api('GET /v1/campaigns/:campaignId/shippings', { params: { campaignId }, query: { pageNumber, ...(state && { state }) }, signal }),
    rowsOf: (page) => page.records,
    pageSize: pageSize.rest,
  });
}

/** The saved pace and variables; none before they are saved. */
export function useCampaignSettings() {
  return useQuery({ queryKey: campaignKeys.settings, queryFn: ({ signal }) => api('GET /campaign-settings', { signal }) });
}

/** All contacts of a campaign with their state, as a file. */
export function readResult(campaignId: number): Promise<Blob> {
  return fetchFile('GET /v1/campaigns/:campaignId/result.csv', { params: { campaignId } });
}
