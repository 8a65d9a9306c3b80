import { expect, test } from 'vitest';
import { type Figure, growthTable, headline, rowOf, timesOf, worsened } from '../bench/figures.ts';

const figure = (of: Partial<Figure>): Figure => ({ what: 'lists', target: {}, ...of });

const missed = (amount: number): Partial<Figure> => ({ value: { amount, unit: 'MB' }, target: { atMost: 2 } });

test.each<[string, Partial<Figure>, Partial<Figure>, number | null]>([
  ['a time that grew', { p50: 10 }, { p50: 12 }, 20],
  ['a time that grew a little', { p50: 10 }, { p50: 11 }, null],
  ['a time that fell', { p50: 10 }, { p50: 5 }, null],
  ['a rate that fell', { p50: 10, rate: 300 }, { p50: 10, rate: 200 }, 50],
  ['a rate that rose, at longer times', { p50: 10, rate: 200 }, { p50: 20, rate: 300 }, null],
  ['a size that grew', { value: { amount: 100, unit: 'MB' } }, { value: { amount: 150, unit: 'MB' } }, 50],
  ['a little more than a tenth', { p50: 100 }, { p50: 110.4 }, 10.4],
  ['what was nothing', { p50: 0 }, { p50: 5 }, null],
  ['what was nothing, and misses its target now', missed(0), missed(7), Number.POSITIVE_INFINITY],
  ['what was less than nothing, and misses its target now', missed(-0.3), missed(7), Number.POSITIVE_INFINITY],
  ['what was nothing, and is no more than may be', missed(0), missed(2), null],
  ['a rate that fell to nothing', { rate: 300, target: { rate: 100 } }, { rate: 0, target: { rate: 100 } }, Number.POSITIVE_INFINITY],
  ['what was not measured', {}, { p50: 5 }, null],
])('%s', (_, before, now, percent) => {
  expect(worsened(figure(now), figure(before))).toBe(percent);
});

test('what was not there before is compared with nothing', () => {
  expect(worsened(figure({ p50: 5 }), undefined)).toBeNull();
});

test('of requests at a rate of their own the times are compared', () => {
  const [before, now] = [10, 20].map((p50) => timesOf('API', { p50, p99: 50, rate: 10, count: 600 }, {}));
  expect(worsened(now as Figure, before)).toBe(100);
});

test('of what has no middle time, growth is told by the whole of it, or by its rate', () => {
  const campaign = (seconds: number) => [
    figure({ what: 'a campaign', value: { amount: seconds, unit: 's' } }),
    figure({ what: 'its messages', rate: 1000 / seconds }),
    figure({ what: 'memory', value: { amount: seconds, unit: 'MB' } }),
  ];
  const rows = growthTable(['0.1', '5'], [campaign(10), campaign(15)]).map((row) => row.split(/ {2,}/).map((cell) => cell.trim()));
  expect(rows.slice(1)).toEqual([
    ['a campaign', '10000 ms', '15000 ms', '× 1.50', 'NO'],
    ['its messages', '10 ms', '15 ms', '× 1.50', 'NO'],
  ]);
});

test('growth is told for what all runs measured, and marked beyond 1.3', () => {
  const small = [figure({ what: 'lists', p50: 2 }), figure({ what: 'search', p50: 10 }), figure({ what: 'storage' })];
  const large = [figure({ what: 'lists', p50: 2.5 }), figure({ what: 'search', p50: 20 }), figure({ what: 'storage' })];
  const rows = growthTable(['0.1', '5'], [small, large]).map((row) => row.split(/ {2,}/).map((cell) => cell.trim()));
  expect(rows).toEqual([
    ['time', '0.1', '5', 'growth'],
    ['lists', '2.0 ms', '2.5 ms', '× 1.25'],
    ['search', '10 ms', '20 ms', '× 2.00', 'NO'],
  ]);
});

test('each figure stands under its name', () => {
  const cpu = { server: 1.5, database: 2.5 };
  const row = rowOf(figure({ p50: 21, p99: 22, rate: 230, floor: 240, floorP99: 25, ratio: 0.96, cpu, target: { p99: 80 } }));
  const [names = ''] = headline().split('\n');
  const under = (name: string) =>
    row
      .slice(0, names.indexOf(name) + name.length)
      .split(/ {2,}/)
      .at(-1);
  expect(['p50', 'p99', 'rate', 'floor', 'its p99', 'ratio', 'CPU ms, of floor'].map(under)).toEqual([
    '21 ms',
    '22 ms',
    '230/s',
    '240/s',
    '25 ms',
    '96 %',
    '1.5 + 2.5',
  ]);
  expect(row.indexOf('p99 ≤')).toBe(names.indexOf('to reach'));
});
