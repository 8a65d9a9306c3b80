import type { ScheduleView } from '@balcao/contract/schedules';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { scheduleKeys } from './keys.ts';
import { hearSchedule } from './live.ts';
import { testSchedule } from './test-schedules.ts';

const key = scheduleKeys.calendar({ from: '2026-11-01', to: '2026-12-01' }, '');

test('one that was sent is shown as sent; an older copy changes nothing', () => {
  const cache = cacheWith([testSchedule(1)]);
  const sent = testSchedule(1, { status: 'ENVIADA', sentAt: '2026-11-23T12:00:01.000Z', updatedAt: '2026-11-23T12:00:01.000Z' });
  hearSchedule(cache, { action: 'update', schedule: sent });
  expect(shown(cache)).toEqual([[1, 'ENVIADA']]);
  hearSchedule(cache, { action: 'update', schedule: testSchedule(1) });
  expect(shown(cache)).toEqual([[1, 'ENVIADA']]);
});

test('a removed one is gone', () => {
  const cache = cacheWith([testSchedule(1), testSchedule(2)]);
  hearSchedule(cache, { action: 'delete', scheduleId: 1 });
  expect(shown(cache)).toEqual([[2, 'PENDENTE']]);
});

function cacheWith(schedules: ScheduleView[]): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(key, { schedules, counts: { waiting: 1, sent: 0, failed: 0 }, hasMore: false });
  return cache;
}

function shown(cache: QueryClient) {
  return cache.getQueryData<{ schedules: ScheduleView[] }>(key)?.schedules.map(({ id, status }) => [id, status]);
}
