import { expect, test } from 'vitest';
import { testSession } from '../../../platform/test-session.ts';
import { standingOf } from './standing.ts';

const noon = Date.parse('2026-11-21T15:00:00Z');
const of = (dueDate: string | null, more: object = {}) => standingOf({ ...testSession().user.company, dueDate, ...more }, noon);

test('the end is spoken of from less than five days before it, and on the last day too', () => {
  expect([of('2026-11-26'), of('2026-11-25'), of('2026-11-21')]).toEqual([
    null,
    { state: 'ending', days: 4 },
    { state: 'ending', days: 0 },
  ]);
  expect([of('2026-11-20'), of('2026-11-17'), of(null)]).toEqual([{ state: 'grace' }, { state: 'expired' }, { state: 'expired' }]);
  expect(of('2026-12-31', { status: false })).toEqual({ state: 'inactive' });
});

test('a trial is spoken of when it is about to end', () => {
  const trial = (day: string) => of(day, { trialExpiration: day });
  expect([trial('2026-11-23'), trial('2026-11-22')]).toEqual([null, { state: 'ending', days: 1 }]);
});
