import { expect, test } from 'vitest';
import { makeQueue } from '../../../../data/queues/test-queues.ts';
import { dayText } from '../../../../ui/hours/hours.ts';
import { newQueueValues, queueBody, queueRules, queueValues, takenColors } from './queue-form.ts';

test('a new queue gets a colour nobody has and the last place', () => {
  const first = newQueueValues([], undefined);
  const second = newQueueValues([makeQueue(1, { color: first.color.toUpperCase(), orderQueue: 7 })], undefined);
  expect(second.color).not.toBe(first.color);
  expect([first.orderQueue, second.orderQueue]).toEqual([1, 8]);
});

test('the own colour of a queue is not taken', () => {
  expect(takenColors([makeQueue(1, { color: '#AABBCC' }), makeQueue(2, { color: '#112233' })], 2)).toEqual(['#aabbcc']);
});

test('names have 2 to 50 letters and an empty place is none', () => {
  const { name } = queueRules();
  expect([name(''), name('a'), name('RH'), name('x'.repeat(51))]).toEqual(['Obrigatório', 'Muito curto!', null, 'Muito longo!']);
  expect(queueBody({ ...newQueueValues([], undefined), name: ' RH ', orderQueue: '' }, false)).toMatchObject({
    name: 'RH',
    orderQueue: null,
  });
});

test('a new queue has the usual hours, and sends them only where queues have hours', () => {
  const values = newQueueValues([], undefined);
  expect(values.hours.map(dayText)).toEqual([...Array(5).fill('08:00–18:00'), '08:00–12:00', 'Fechado']);
  expect(queueBody(values, false)).not.toHaveProperty('schedules');
  expect(queueBody(values, false)).not.toHaveProperty('outOfHoursMessage');
  const { schedules } = queueBody(values, true);
  expect(schedules?.at(-1)).toEqual({ weekday: 'Domingo', weekdayEn: 'sunday', startTime: '00:00', endTime: '00:00' });
  expect(queueRules().hours(values.hours)).toBeNull();
  expect(queueRules().hours([{ weekdayEn: 'monday', closed: false, ranges: [{ startTime: '08:00', endTime: '' }] }])).not.toBeNull();
});

test('holidays are those of the company, and each needs a day of its own', () => {
  const { holidays } = queueValues(makeQueue(1), { holidays: [{ date: '2026-12-25', name: 'Natal' }, { date: '2026-09-07' }] });
  expect(holidays.map(({ date, name }) => [date, name])).toEqual([
    ['2026-09-07', ''],
    ['2026-12-25', 'Natal'],
  ]);
  expect(queueRules().holidays(holidays)).toBeNull();
  expect(queueRules().holidays([...holidays, { row: 2, date: '2026-12-25', name: '', from: '', to: '' }])).not.toBeNull();
});

test('a promise is minutes, and an empty field promises nothing', () => {
  const values = queueValues(makeQueue(1, { firstAnswerMinutes: 20 }), undefined);
  expect([values.firstAnswerMinutes, values.resolutionMinutes]).toEqual([20, '']);
  expect(queueBody(values, true)).toMatchObject({ firstAnswerMinutes: 20, resolutionMinutes: null });
});
