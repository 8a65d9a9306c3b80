import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Live } from '../platform/live-cache.ts';
import { apiKeyKeys } from './api-keys/keys.ts';
import { automationKeys } from './automations/keys.ts';
import { billingKeys } from './billing/keys.ts';
import { companyKeys } from './companies/keys.ts';
import { rareChannels } from './live.ts';
import { planKeys } from './plans/keys.ts';
import { rareNouns } from './rare-live.ts';
import { webhookKeys } from './webhooks/keys.ts';

test('the handlers that are loaded later are loaded by the news they wait for', () => {
  expect([...new Set(rareNouns.flatMap((noun) => Object.keys(noun)))].sort()).toEqual([...rareChannels].sort());
});

test.each([
  ['api-key', apiKeyKeys.all],
  ['automation', automationKeys.all],
  ['company-plan', planKeys.all],
  ['company-record', companyKeys.all],
  ['invoice', billingKeys.all],
  ['payment', billingKeys.all],
  ['webhook', webhookKeys.all],
] as const satisfies [keyof Live, readonly string[]][])('of what changes seldom, all is asked for again by the news %s', (channel, key) => {
  vi.useFakeTimers();
  const cache = new QueryClient();
  cache.setQueryData(key, []);
  for (const noun of rareNouns) noun[channel]?.(cache, {} as never, {} as never);
  vi.advanceTimersByTime(1_500);
  vi.useRealTimers();
  expect(cache.getQueryState(key)?.isInvalidated).toBe(true);
});
