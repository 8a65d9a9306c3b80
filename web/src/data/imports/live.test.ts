import type { ImportView } from '@balcao/contract/imports';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { importKeys } from './keys.ts';
import { applyImport } from './live.ts';

test('progress reaches the list, and never goes back', () => {
  const cache = cacheWith([sheet(1, 500)]);
  applyImport(cache, sheet(1, 900));
  applyImport(cache, sheet(1, 700));
  expect(imports(cache).map(({ processed }) => processed)).toEqual([900]);
});

test('one that was started elsewhere comes on top', () => {
  const cache = cacheWith([sheet(1, 500)]);
  applyImport(cache, sheet(2, 0));
  expect(imports(cache).map(({ id }) => id)).toEqual([2, 1]);
});

test('before the list is here, nothing is kept', () => {
  const cache = new QueryClient();
  applyImport(cache, sheet(1, 10));
  expect(cache.getQueryData(importKeys.latest)).toBeUndefined();
});

function cacheWith(held: ImportView[]): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(importKeys.latest, held);
  return cache;
}

function imports(cache: QueryClient): ImportView[] {
  return cache.getQueryData<ImportView[]>(importKeys.latest) ?? [];
}

function sheet(id: number, processed: number): ImportView {
  return {
    id,
    status: 'running',
    kind: 'contacts',
    contactListId: null,
    fileName: 'contatos.xlsx',
    total: 1000,
    processed,
    created: processed,
    duplicates: 0,
    invalid: 0,
    error: null,
    userId: 1,
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-21T12:01:00.000Z',
    finishedAt: null,
  };
}
