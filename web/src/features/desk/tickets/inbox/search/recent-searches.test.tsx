import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { forgetSearch, rememberSearch, useRecentSearches } from './recent-searches.ts';

beforeEach(() => localStorage.clear());

test('the latest searches stand first, each once, and no more than eight; one is forgotten, or all', () => {
  const { result } = renderHook(useRecentSearches);
  expect(result.current).toEqual([]);
  act(() => ['sofá', 'retirada', 'sofá', '  '].forEach(rememberSearch));
  expect(result.current).toEqual(['sofá', 'retirada']);
  act(() => rememberSearch('sofá lume'));
  expect(result.current).toEqual(['sofá lume', 'retirada']);
  act(() => forgetSearch('retirada'));
  expect(result.current).toEqual(['sofá lume']);
  act(() => Array.from({ length: 9 }, (_, at) => `pedido ${at}${at}`).forEach(rememberSearch));
  expect(result.current).toHaveLength(8);
  act(() => forgetSearch(null));
  expect(result.current).toEqual([]);
});

test('what another program left there is no list of searches', () => {
  localStorage.setItem('searches:', '{"a":1}');
  expect(renderHook(useRecentSearches).result.current).toEqual([]);
});
