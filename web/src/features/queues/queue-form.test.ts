import { expect, test } from 'vitest';
import { newQueueValues, queueBody, queueRules, takenColors } from './queue-form.ts';
import { makeQueue } from './test-queues.ts';

test('a new queue gets a colour nobody has and the last place', () => {
  const first = newQueueValues([]);
  const second = newQueueValues([makeQueue(1, { color: first.color.toUpperCase(), orderQueue: 7 })]);
  expect(second.color).not.toBe(first.color);
  expect([first.orderQueue, second.orderQueue]).toEqual([1, 8]);
});

test('the own colour of a queue is not taken', () => {
  expect(takenColors([makeQueue(1, { color: '#AABBCC' }), makeQueue(2, { color: '#112233' })], 2)).toEqual(['#aabbcc']);
});

test('names have 2 to 50 letters and an empty place is none', () => {
  const { name } = queueRules();
  expect([name(''), name('a'), name('RH'), name('x'.repeat(51))]).toEqual(['Obrigatório', 'Muito curto!', null, 'Muito longo!']);
  expect(queueBody({ name: ' RH ', color: '#112233', orderQueue: '', greetingMessage: '', outOfHoursMessage: '' })).toMatchObject({
    name: 'RH',
    orderQueue: null,
  });
});
