import type { DeliveryView } from '@balcao/contract/integration-deliveries';
import type { IntegrationView } from '@balcao/contract/integrations';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { integrationKeys } from './keys.ts';
import { hearIntegration, integrationsLive } from './live.ts';

test('a changed one has its new name, an older copy changes nothing, a removed one is gone', () => {
  const cache = new QueryClient();
  const pages = [{ queueIntegrations: [integration(1, 'Vendas'), integration(2, 'Suporte')], count: 2, hasMore: false }];
  cache.setQueryData(integrationKeys.page(''), { pages, pageParams: [1] });
  hearIntegration(cache, { action: 'update', queueIntegration: { ...integration(1, 'Loja'), updatedAt: '2026-11-21T13:00:00.000Z' } });
  hearIntegration(cache, { action: 'update', queueIntegration: integration(1, 'Antes') });
  hearIntegration(cache, { action: 'delete', integrationId: 2 });
  const held = cache.getQueryData<{ pages: typeof pages }>(integrationKeys.page(''))?.pages[0];
  expect(held?.queueIntegrations.map(({ name }) => name)).toEqual(['Loja']);
  expect(held?.count).toBe(1);
});

test('how far a delivery has come is shown in its log', () => {
  const cache = new QueryClient();
  const delivery = { id: 7, integrationId: 1, state: 'waiting', updatedAt: '2026-11-21T12:00:00.000Z' } as DeliveryView;
  cache.setQueryData(integrationKeys.deliveries(1), { pages: [{ deliveries: [delivery], count: 1, hasMore: false }], pageParams: [1] });
  const told = { ...delivery, state: 'done', updatedAt: '2026-11-21T12:00:05.000Z' } as const;
  integrationsLive['integration-delivery']?.(cache, { delivery: told } as never, {} as never);
  expect(cache.getQueryData(integrationKeys.deliveries(1))).toMatchObject({ pages: [{ deliveries: [{ id: 7, state: 'done' }] }] });
});

function integration(id: number, name: string): IntegrationView {
  const at = '2026-11-21T12:00:00.000Z';
  return {
    ...{
      id,
      type: 'webhook',
      name,
      projectName: name,
      jsonContent: '',
      hasJsonContent: false,
      urlN8N: 'https://a.example',
      language: 'pt-BR',
    },
    ...{ typebotSlug: '', typebotExpires: 1, typebotDelayMessage: 1000, typebotKeywordFinish: '', typebotKeywordRestart: '' },
    ...{ typebotUnknownMessage: '', typebotRestartMessage: '', companyId: 1, createdAt: at, updatedAt: at },
  };
}
