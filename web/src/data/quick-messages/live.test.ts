import type { QuickMessageView } from '@balcao/contract/quick-messages';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { quickMessageKeys } from './keys.ts';
import { hearQuickMessage } from './live.ts';

test('a changed one is suggested in its new words, one switched off no more', () => {
  const cache = cacheWith([record(1, 'pix'), record(2, 'retirada')]);
  hearQuickMessage(cache, { action: 'update', record: { ...record(1, 'pix'), message: 'Chave nova', updatedAt: later } });
  hearQuickMessage(cache, { action: 'update', record: { ...record(2, 'retirada'), status: false, updatedAt: later } });
  expect(choices(cache)).toEqual([['pix', 'Chave nova']]);
});

test('a removed one is gone', () => {
  const cache = cacheWith([record(1, 'pix')]);
  hearQuickMessage(cache, { action: 'delete', id: 1 });
  expect(choices(cache)).toEqual([]);
});

const later = '2026-11-21T13:00:00.000Z';

function cacheWith(records: QuickMessageView[]): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(quickMessageKeys.choices, records);
  return cache;
}

function choices(cache: QueryClient) {
  return cache.getQueryData<QuickMessageView[]>(quickMessageKeys.choices)?.map(({ shortcode, message }) => [shortcode, message]);
}

function record(id: number, shortcode: string): QuickMessageView {
  const at = '2026-11-21T12:00:00.000Z';
  return {
    id,
    shortcode,
    message: 'x',
    geral: true,
    status: true,
    isMedia: false,
    mediaPath: null,
    mediaName: null,
    mediaMime: null,
    queueId: null,
    userId: 1,
    companyId: 1,
    createdAt: at,
    updatedAt: at,
  };
}
