import type { CampaignView } from '@balcao/contract/campaigns';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { campaignKeys } from './keys.ts';
import { campaignsLive, hearCampaign } from './live.ts';

const counts = { total: 10, valid: 10, waiting: 10, delivered: 0, read: 0, unread: 0, replied: 0, failed: 0, skipped: 0 };
const campaign = (id: number, more: Partial<CampaignView> = {}) =>
  ({ id, name: `Campanha ${id}`, status: 'EM_ANDAMENTO', counts, updatedAt: '2026-11-20T12:00:00.000Z', ...more }) as CampaignView;

function cacheWith(...records: CampaignView[]): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(campaignKeys.page(''), { pages: [{ records, count: records.length, hasMore: false }], pageParams: [1] });
  cache.setQueryData(campaignKeys.report(1), {});
  cache.setQueryData(campaignKeys.report(2), {});
  return cache;
}
const shown = (cache: QueryClient) =>
  (cache.getQueryData(campaignKeys.page('')) as { pages: { records: CampaignView[] }[] }).pages.flatMap(({ records }) => records);

test('how far a campaign has come reaches its row, twice the same', () => {
  const cache = cacheWith(campaign(1), campaign(2));
  const news = {
    action: 'update' as const,
    record: campaign(1, { status: 'FINALIZADA', counts: { ...counts, waiting: 0, delivered: 10 } }),
  };
  hearCampaign(cache, news);
  hearCampaign(cache, news);
  expect(shown(cache).map(({ status, counts: { delivered } }) => [status, delivered])).toEqual([
    ['FINALIZADA', 10],
    ['EM_ANDAMENTO', 0],
  ]);
});

test('whoever looks at the report of a campaign that goes on asks again, once for much news', () => {
  vi.useFakeTimers();
  const cache = cacheWith(campaign(1), campaign(2));
  for (const _ of [1, 2]) hearCampaign(cache, { action: 'update', record: campaign(1) });
  vi.advanceTimersByTime(1_500);
  vi.useRealTimers();
  expect([1, 2].map((id) => cache.getQueryState(campaignKeys.report(id))?.isInvalidated)).toEqual([true, false]);
});

test('a deleted one leaves, and whoever looks at its report asks again', () => {
  const cache = cacheWith(campaign(1), campaign(2));
  hearCampaign(cache, { action: 'delete', id: 1, record: { id: 1 } });
  expect(shown(cache).map(({ id }) => id)).toEqual([2]);
  expect([1, 2].map((id) => cache.getQueryState(campaignKeys.report(id))?.isInvalidated)).toEqual([true, false]);
});

test('saved settings are there for everybody', () => {
  const cache = new QueryClient();
  const record = [{ id: 1, key: 'messageInterval', value: '10' }];
  campaignsLive.campaignSettings?.(cache, { action: 'create', record } as never, {} as never);
  expect(cache.getQueryData(campaignKeys.settings)).toEqual(record);
});
