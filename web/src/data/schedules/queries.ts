import type { CallOf } from '@balcao/contract';
import type { ScheduleView } from '@balcao/contract/schedules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type CalendarRange, scheduleKeys } from './keys.ts';

/** What a calendar shows: the scheduled messages of these days, and earlier ones that repeat. */
export function useCalendar(range: CalendarRange, searchParam: string) {
  const query: CallOf<'GET /v1/schedules/calendar'>['query'] = {
    from: `${range.from}T00:00`,
    to: `${range.to}T00:00`,
    searchParam,
  };
  return useQuery({
    queryKey: scheduleKeys.calendar(range, searchParam),
    queryFn: ({ signal }) => api('GET /v1/schedules/calendar', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What is scheduled for a contact and was not sent yet, next first. */
export function useScheduledFor(contactId: number | null) {
  return useQuery({
    queryKey: scheduleKeys.ofContact(contactId ?? 0),
    queryFn: ({ signal }) => api('GET /schedules', { query: { contactId }, signal }),
    enabled: contactId !== null,
    select: ({ schedules }) => schedules.filter(({ status }) => status === 'PENDENTE').sort((a, b) => a.sendAt.localeCompare(b.sendAt)),
  });
}

/** A scheduled message that is being edited, as it is now. Begins with the copy at hand. */
export function useEditedSchedule(schedule: ScheduleView | null) {
  const scheduleId = schedule?.id ?? 0;
  return useQuery({
    queryKey: scheduleKeys.one(scheduleId),
    queryFn: ({ signal }) => api('GET /schedules/:scheduleId', { params: { scheduleId }, signal }),
    enabled: schedule !== null,
    ...(schedule && { initialData: schedule }),
    staleTime: 0,
    gcTime: 0,
  });
}
