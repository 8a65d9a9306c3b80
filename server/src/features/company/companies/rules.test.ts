import { expect, test } from 'vitest';
import { isReadOnly, roomFor, standingOf, trialEnd } from './rules.ts';

test('the last day of the subscription still counts', () => {
  expect(standingOf({ status: true, dueDate: '2026-03-10', graceDays: 0 }, '2026-03-10').ok).toBe(true);
  expect(standingOf({ status: true, dueDate: '2026-03-10', graceDays: 0 }, '2026-03-11')).toEqual({
    ok: false,
    error: 'ERR_SUBSCRIPTION_EXPIRED',
    details: { dueDate: '2026-03-10' },
  });
});

test('in the days of grace it is said until when everything may be read', () => {
  const company = { status: true, dueDate: '2026-03-10', graceDays: 3 };
  expect(standingOf(company, '2026-03-13')).toMatchObject({ ok: false, details: { dueDate: '2026-03-10', readOnlyUntil: '2026-03-13' } });
  expect([isReadOnly(company, '2026-03-10'), isReadOnly(company, '2026-03-13'), isReadOnly(company, '2026-03-14')]).toEqual([
    false,
    true,
    false,
  ]);
});

test('without a last day there is no subscription', () => {
  expect(standingOf({ status: true, dueDate: null, graceDays: 3 }, '2026-03-10')).toMatchObject({
    ok: false,
    error: 'ERR_SUBSCRIPTION_EXPIRED',
    details: { dueDate: null },
  });
});

test('a company that was switched off is told so first', () => {
  expect(standingOf({ status: false, dueDate: '2026-03-01', graceDays: 3 }, '2026-03-10')).toMatchObject({
    ok: false,
    error: 'ERR_COMPANY_INACTIVE',
  });
});

test('a trial ends three days ahead, also over the end of a month', () => {
  expect(trialEnd(new Date('2026-02-27T23:59:00Z'))).toBe('2026-03-02');
});

test('a plan has room until its number is reached', () => {
  const plan = { users: 2, connections: 0, queues: 1 };
  expect(roomFor(plan, 'users', 1).ok).toBe(true);
  expect(roomFor(plan, 'users', 2)).toEqual({ ok: false, error: 'ERR_PLAN_USERS_LIMIT', details: { limit: 2 } });
  expect(roomFor(plan, 'connections', 0)).toMatchObject({ error: 'ERR_PLAN_CONNECTIONS_LIMIT' });
  expect(roomFor(plan, 'queues', 1)).toMatchObject({ error: 'ERR_PLAN_QUEUES_LIMIT' });
});
