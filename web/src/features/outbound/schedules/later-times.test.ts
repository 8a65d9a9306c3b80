import { expect, test } from 'vitest';
import { laterTimes } from './later-times.ts';

const offered = (now: string) => laterTimes(new Date(now), 'America/Sao_Paulo').map(({ kind, at }) => [kind, at.toISOString()]);

test('on a Saturday morning: in an hour, in the afternoon, on Monday', () => {
  expect(offered('2026-11-21T12:46:00Z')).toEqual([
    ['hour', '2026-11-21T13:46:00.000Z'],
    ['afternoon', '2026-11-21T17:00:00.000Z'],
    ['monday', '2026-11-23T11:00:00.000Z'],
  ]);
});

test('in the afternoon it is the evening; on a Tuesday the next day', () => {
  expect(offered('2026-11-24T18:00:00Z').map(([kind]) => kind)).toEqual(['hour', 'evening', 'tomorrow']);
  expect(offered('2026-11-24T23:30:00Z').map(([kind]) => kind)).toEqual(['hour', 'tomorrow']);
});
