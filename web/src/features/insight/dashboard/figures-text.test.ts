import { expect, test } from 'vitest';
import { changeText, minutesChangeText, minutesText, scaleOf, waitedText } from './figures-text.ts';

test.each([
  [null, '–'],
  [0.5, '30 s'],
  [3.6667, '3 min 40 s'],
  [5, '5 min'],
  [27.3, '27 min'],
  [59.4, '59 min'],
  [60, '1 h 0 min'],
  [125, '2 h 5 min'],
])('%s minutes are read as %s', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text);
});

test.each([
  ['2026-05-04T11:59:30Z', 'agora'],
  ['2026-05-04T11:55:00Z', '5 min'],
  ['2026-05-01T11:00:00Z', '73 h 0 min'],
])('who waits since %s waits %s at noon', (since, text) => {
  expect(waitedText(since, Date.parse('2026-05-04T12:00:00Z'))).toBe(text);
});

test('a number is compared with the period before, if there was any', () => {
  expect(changeText(108, 100)).toEqual({ up: true, text: '8% a mais que antes' });
  expect(changeText(97, 100)).toEqual({ up: false, text: '3% a menos que antes' });
  expect(changeText(5, 0)).toBeNull();
  expect(changeText(1001, 1000)).toEqual({ up: null, text: 'igual a antes' });
  expect(minutesChangeText(15, 15.01)).toEqual({ up: null, text: 'igual a antes' });
  expect(minutesChangeText(23, 27)).toEqual({ up: false, text: '4 min a menos que antes' });
  expect(minutesChangeText(null, 27)).toBeNull();
});

test.each([
  [0, { top: 1, step: 1 }],
  [3, { top: 3, step: 1 }],
  [171, { top: 200, step: 50 }],
  [268, { top: 300, step: 100 }],
])('a chart up to %s has round lines', (highest, scale) => {
  expect(scaleOf(highest)).toEqual(scale);
});
