import type { QueueOptionView } from '@balcao/contract/queue-options';
import type { QueueView } from '@balcao/contract/queues';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { queueKeys } from './keys.ts';
import { applyMenu, hearQueue, replaceMenu } from './live.ts';
import { at, makeOption, makeQueue } from './test-queues.ts';

test('a change reaches the list, an older copy does not', () => {
  const cache = cacheWith([makeQueue(1), makeQueue(2)]);
  hearQueue(cache, { action: 'update', queue: makeQueue(2, { greetingMessage: 'Olá!', updatedAt: at(4) }) });
  hearQueue(cache, { action: 'update', queue: makeQueue(2, { greetingMessage: 'velho', updatedAt: at(3) }) });
  expect(list(cache)[1]?.greetingMessage).toBe('Olá!');
});

test('a new queue joins at once and the order is asked for', async () => {
  const cache = cacheWith([makeQueue(1)]);
  const ask = vi.spyOn(cache, 'invalidateQueries');
  hearQueue(cache, { action: 'update', queue: makeQueue(2) });
  expect(list(cache).map(({ id }) => id)).toEqual([1, 2]);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledWith({ queryKey: queueKeys.list }));
});

test('a deletion takes the queue out', () => {
  const cache = cacheWith([makeQueue(1), makeQueue(2)]);
  hearQueue(cache, { action: 'delete', queueId: 1 });
  expect(list(cache).map(({ id }) => id)).toEqual([2]);
});

test('nothing is made up while the list is not there', () => {
  const cache = new QueryClient();
  hearQueue(cache, { action: 'update', queue: makeQueue(1) });
  expect(cache.getQueryData(queueKeys.list)).toBeUndefined();
});

test('a menu reaches the options that were read, an older one does not', () => {
  const cache = new QueryClient();
  const read = () => cache.getQueryData<QueueOptionView[]>(queueKeys.options(5))?.map(({ title }) => title);
  applyMenu(cache, { queueId: 5, parentId: null, options: [makeOption('Entrega', 1)], at: at(1) });
  expect(read()).toBeUndefined();
  cache.setQueryData(queueKeys.options(5), [makeOption('Entrega', 2)]);
  applyMenu(cache, { queueId: 5, parentId: null, options: [makeOption('Velha', 1)], at: at(1) });
  expect(read()).toEqual(['Entrega']);
  applyMenu(cache, { queueId: 5, parentId: null, options: [makeOption('Envio', 3)], at: at(3) });
  expect(read()).toEqual(['Envio']);
});

test('options that were read lose what stood below one that is gone', () => {
  const rows = [makeOption('Entrega', 1), makeOption('Troca', 1, { id: 2, option: '2' }), makeOption('Prazo', 1, { id: 3, parentId: 1 })];
  const menu = (parentId: number | null, options: QueueOptionView[]) => ({ queueId: 5, parentId, options });
  expect(replaceMenu(rows, menu(null, [makeOption('Troca', 1, { id: 2 })])).map(({ id }) => id)).toEqual([2]);
  expect(
    replaceMenu([...rows, makeOption('Atraso', 1, { id: 4, parentId: 1 })], menu(1, [makeOption('Atraso', 1, { id: 4, parentId: 1 })])).map(
      ({ id }) => id,
    ),
  ).toEqual([1, 2, 4]);
});

function cacheWith(queues: QueueView[]): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(queueKeys.list, queues);
  return cache;
}

function list(cache: QueryClient): QueueView[] {
  return cache.getQueryData<QueueView[]>(queueKeys.list) ?? [];
}

test('with an option go all options below it, however deep', () => {
  const below = (id: number, parentId: number | null) => makeOption(`Opção ${id}`, 1, { id, parentId });
  const rows = [below(1, null), below(4, 3), below(3, 2), below(2, 1), below(5, null)];
  expect(replaceMenu(rows, { queueId: 1, parentId: null, options: [below(5, null)] }).map(({ id }) => id)).toEqual([5]);
});
