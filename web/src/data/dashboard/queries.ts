import type { AttendanceView, RatedView, timesBy } from '@balcao/contract/dashboard';
import type { Period } from '@balcao/contract/dashboard-rules';
import { pageSize } from '@balcao/contract/page-rules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, fetchFile } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { type BehindFilter, dashboardKeys, type PeriodChoice } from './keys.ts';

/** The figures of a period and of now. While another period loads, the figures of the one before stay. */
export function useFigures(period: PeriodChoice | null) {
  return useQuery({
    queryKey: dashboardKeys.figures(period ?? {}),
    queryFn: ({ signal }) => api('GET /dashboard', { query: period ?? {}, signal }),
    placeholderData: keepPreviousData,
    enabled: period !== null,
  });
}

export function useTicketsByUser(period: Period | undefined) {
  const query = { initialDate: period?.from ?? '', finalDate: period?.until ?? '' };
  return useQuery({
    queryKey: dashboardKeys.users(query.initialDate, query.finalDate),
    queryFn: ({ signal }) => api('GET /dashboard/ticketsUsers', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: period !== undefined,
  });
}

/** By day, or by hour if the period is one day. */
export function useTicketsByDay(period: Period | undefined) {
  const query = { initialDate: period?.from ?? '', finalDate: period?.until ?? '' };
  return useQuery({
    queryKey: dashboardKeys.days(query.initialDate, query.finalDate),
    queryFn: ({ signal }) => api('GET /dashboard/ticketsDay', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: period !== undefined,
  });
}

/** The attendances behind a figure. */
export function useBehind(period: PeriodChoice, filter: BehindFilter): InfiniteRows<AttendanceView> {
  return useInfiniteRows({
    queryKey: dashboardKeys.behind(period, filter),
    fetchPage: (pageNumber, signal) => api('GET /v1/dashboard/attendances', { query: { ...period, ...filter, pageNumber }, signal }),
    rowsOf: (page) => page.records,
    pageSize: pageSize.rest,
  });
}

/** The same as a file. */
export function fetchAttendances(period: PeriodChoice, filter: BehindFilter): Promise<Blob> {
  return fetchFile('GET /v1/dashboard/attendances.csv', { query: { ...period, ...filter } });
}

export function useHours(period: PeriodChoice) {
  return useQuery({
    queryKey: dashboardKeys.hours(period),
    queryFn: ({ signal }) => api('GET /v1/dashboard/hours', { query: period, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useTimes(period: PeriodChoice, by: (typeof timesBy)[number]) {
  return useQuery({
    queryKey: dashboardKeys.times(period, by),
    queryFn: ({ signal }) => api('GET /v1/dashboard/times', { query: { ...period, by }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useRatings(period: PeriodChoice): InfiniteRows<RatedView> {
  return useInfiniteRows({
    queryKey: dashboardKeys.ratings(period),
    fetchPage: (pageNumber, signal) => api('GET /v1/dashboard/ratings', { query: { ...period, pageNumber }, signal }),
    rowsOf: (page) => page.records,
    pageSize: pageSize.rest,
  });
}

/** What happens now. News refresh it; `everyMs`: it is asked for that often too. */
export function useBoard(everyMs?: number) {
  return useQuery({
    queryKey: dashboardKeys.board,
    queryFn: ({ signal }) => api('GET /v1/dashboard/board', { signal }),
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
}
