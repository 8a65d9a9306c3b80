import type { CampaignView } from '@balcao/contract/campaigns';
import type { QueryClient } from '@tanstack/react-query';
import type { Live } from '../../platform/live-cache.ts';
import { applyRow, type RowLists, removeRow } from '../../platform/live-rows.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { campaignKeys } from './keys.ts';

const lists: RowLists<CampaignView> = {
  queryKey: campaignKeys.pages,
  field: 'records',
  staysPlaced: (held, record) => held.name === record.name,
};

const reportPauseMs = 1_000;

export const campaignsLive: Live = {
  campaign: hearCampaign,
  campaignSettings: (cache, news) => void cache.setQueryData(campaignKeys.settings, news.record),
};

/** One piece of news about a campaign. */
export function hearCampaign(cache: QueryClient, news: News<'campaign'>): void {
  if (news.action === 'delete') removeCampaign(cache, news.id);
  else applyCampaign(cache, news.record);
}

/** Puts a campaign into the lists; its report is asked for again. */
export function applyCampaign(cache: QueryClient, record: CampaignView): void {
  applyRow(cache, lists, record);
  refreshSoon(cache, campaignKeys.one(record.id));
  refreshSoon(cache, campaignKeys.report(record.id), reportPauseMs);
  refreshSoon(cache, campaignKeys.shippings(record.id), reportPauseMs);
}

/** Takes a campaign out of the lists. */
export function removeCampaign(cache: QueryClient, campaignId: number): void {
  void cache.invalidateQueries({ queryKey: campaignKeys.one(campaignId) });
  void cache.invalidateQueries({ queryKey: campaignKeys.report(campaignId) });
  removeRow(cache, lists, campaignId);
}
