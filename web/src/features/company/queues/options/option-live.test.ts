import type { QueueOptionView } from '@balcao/contract/queue-options';
import { expect, test } from 'vitest';
import { at } from '../../../../data/queues/test-queues.ts';
import { hearAll } from './option-live.ts';
import { createOptions } from './option-store.ts';
import { treeOf } from './option-tree.ts';

test('an open editor that reads all menus again has what the server has', () => {
  const before = [option('Entrega', 1), option('Prazo', 1, { id: 2, parentId: 1 }), option('Troca', 1, { id: 3, option: '2' })];
  const now = [
    option('Troca', 2, { id: 3 }),
    option('Garantia', 2, { id: 4, option: '2' }),
    option('Um ano', 2, { id: 5, parentId: 4 }),
    option('Dois anos', 2, { id: 6, parentId: 4, option: '2' }),
  ];
  const nothing = () => Promise.reject(new Error('nothing is sent'));
  const options = createOptions(treeOf(before), { steps: nothing, media: nothing }, () => undefined);
  hearAll(options, 5, now);
  expect(options.store.get().tree).toEqual(treeOf(now));
});

function option(title: string, minute: number, more: Partial<QueueOptionView> = {}): QueueOptionView {
  return {
    id: 1,
    title,
    message: '',
    option: '1',
    queueId: 5,
    parentId: null,
    mediaPath: null,
    mediaName: null,
    createdAt: at(0),
    updatedAt: at(minute),
    ...more,
  };
}
