import { expect, test } from 'vitest';
import { makeQueue } from '../../../../data/queues/test-queues.ts';
import { queuesFound } from './queue-search.ts';

const queues = [makeQueue(1, { name: 'Crédito e cobrança' }), makeQueue(2, { name: 'Vendas' })];

test.each([
  ['credito', [1]],
  ['COBRANCA ', [1]],
  ['vénd', [2]],
  ['', [1, 2]],
  ['suporte', []],
])('%j finds queues as other lists are searched', (text, found) => {
  expect(queuesFound(queues, text).map(({ id }) => id)).toEqual(found);
});
