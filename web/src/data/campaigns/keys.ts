import type { ShippingFilter } from '@balcao/contract/campaign-rules';

export const campaignKeys = {
  pages: ['campaigns', 'page'] as const,
  page: (searchParam: string) => [...campaignKeys.pages, searchParam] as const,
  one: (campaignId: number) => ['campaigns', 'one', campaignId] as const,
  report: (campaignId: number) => ['campaigns', 'report', campaignId] as const,
  shippings: (campaignId: number) => ['campaigns', 'shippings', campaignId] as const,
  shippingPage: (campaignId: number, state: ShippingFilter | null) => [...campaignKeys.shippings(campaignId), state] as const,
  settings: ['campaigns', 'settings'] as const,
};
