import type { HelpView } from '@balcao/contract/helps';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { helpKeys } from './keys.ts';
import { hearHelp } from './live.ts';

test('news keep the videos in order, drop older copies and take removed ones away', () => {
  const cache = new QueryClient();
  cache.setQueryData(helpKeys.all, [record(1, 'Atender'), record(2, 'Filas')]);
  hearHelp(cache, { action: 'create', record: record(3, 'Contatos') });
  hearHelp(cache, { action: 'update', record: { ...record(1, 'Velho'), updatedAt: '2026-11-20T12:00:00.000Z' } });
  hearHelp(cache, { action: 'delete', id: 2 });
  expect(cache.getQueryData<HelpView[]>(helpKeys.all)?.map(({ title }) => title)).toEqual(['Atender', 'Contatos']);
});

function record(id: number, title: string): HelpView {
  const at = '2026-11-21T12:00:00.000Z';
  return { id, title, description: 'Como', video: 'dQw4w9WgXcQ', createdAt: at, updatedAt: at };
}
