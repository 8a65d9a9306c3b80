import { expect, test } from 'vitest';
import { filledParts, offeredIn } from './suggested.ts';

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

test('those of the queue come first, those of other queues are not offered', () => {
  const [all, sales, support] = [{ queueId: null }, { queueId: 1 }, { queueId: 2 }];
  expect(offeredIn([all, sales, support], 1)).toEqual([sales, all]);
  expect(offeredIn([all, sales, support], null)).toEqual([all]);
});
