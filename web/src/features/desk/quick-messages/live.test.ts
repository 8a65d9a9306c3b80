import type { QuickMessageView } from '@balcao/contract/quick-messages';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { hearQuickMessage } from './live.ts';
import { quickMessageKeys } from './queries.ts';
import { plainShortcode, quickMessageRules, quickMessageValues } from './quick-message-form.ts';
import { filledParts } from './suggested.ts';

const about = {
  contactName: 'Helena Sampaio',
  protocol: '20261121-0934',
  at: new Date('2026-11-21T12:30:00.000Z'),
  timeZone: 'America/Sao_Paulo',
};

test('what was filled in is marked; the rest stays as written', () => {
  expect(filledParts('Oi, {{firstName}}! {{outro}} {{hour}}', about)).toEqual([
    { text: 'Oi, ', filled: false },
    { text: 'Helena', filled: true },
    { text: '! ', filled: false },
    { text: '{{outro}}', filled: false },
    { text: ' ', filled: false },
    { text: '09:30', filled: true },
  ]);
});

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

test('the slash people type is not part of the shortcode', () => {
  expect(plainShortcode(' / pix ')).toBe('pix');
  expect(quickMessageRules().shortcode('/')).toBe('Obrigatório');
});

test('a message needs words or a file', () => {
  const empty = quickMessageValues(null);
  expect(quickMessageRules().message(' ', empty)).not.toBeNull();
  expect(quickMessageRules().message(' ', { ...empty, kept: 'mapa.png' })).toBeNull();
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
    userId: 1,
    companyId: 1,
    createdAt: at,
    updatedAt: at,
  };
}
