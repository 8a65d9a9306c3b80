import { expect, test } from 'vitest';
import { connection } from '../../../data/connections/test-connections.ts';
import { connectionsFound } from './connection-search.ts';

const connections = [
  connection({ id: 1, name: 'Balcão', number: '5548905550142' }),
  connection({ id: 2, name: 'Loja 2', number: '5511987650001' }),
];

test.each([
  ['balcao', [1]],
  ['loja 2', [2]],
  ['+55 (48) 90555-0142', [1]],
  ['(48)', [1]],
  ['', [1, 2]],
  ['-', []],
])('%j finds connections by name or number', (text, found) => {
  expect(connectionsFound(connections, text).map(({ id }) => id)).toEqual(found);
});
