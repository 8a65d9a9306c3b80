import type { ScheduleView } from '@balcao/contract/schedules';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { scheduleKeys } from './keys.ts';

type Calendar = { schedules: ScheduleView[] };

export const schedulesLive: Live = { schedule: hearSchedule };

/** One piece of news about a scheduled message. */
export function hearSchedule(cache: QueryClient, news: News<'schedule'>): void {
  if (news.action === 'delete') removeSchedule(cache, news.scheduleId);
  else {
    applySchedule(cache, news.schedule);
    refreshSoon(cache, scheduleKeys.one(news.schedule.id));
  }
}

/** Shows a scheduled message as it is now, and asks again for what else the calendars show: counts, places, repetitions. */
export function applySchedule(cache: QueryClient, schedule: ScheduleView): void {
  changeHeld<Calendar>(cache, scheduleKeys.calendars, (calendar) => {
    const held = calendar.schedules.find(({ id }) => id === schedule.id);
    if (!held || schedule.updatedAt < held.updatedAt) return calendar;
    return { ...calendar, schedules: calendar.schedules.map((other) => (other.id === schedule.id ? schedule : other)) };
  });
  refreshSoon(cache, scheduleKeys.calendars);
  refreshSoon(cache, scheduleKeys.ofContacts);
}

/** Takes a scheduled message out of the calendars. */
export function removeSchedule(cache: QueryClient, scheduleId: number): void {
  void cache.invalidateQueries({ queryKey: scheduleKeys.one(scheduleId) });
  changeHeld<Calendar>(cache, scheduleKeys.calendars, (calendar) => {
    if (!calendar.schedules.some(({ id }) => id === scheduleId)) return calendar;
    return { ...calendar, schedules: calendar.schedules.filter(({ id }) => id !== scheduleId) };
  });
  refreshSoon(cache, scheduleKeys.calendars);
  refreshSoon(cache, scheduleKeys.ofContacts);
}
