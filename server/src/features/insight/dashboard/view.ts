import type { AttendanceView, BoardView, RatedView, TimesRow } from '@balcao/contract/dashboard';
import type { AttendanceRow, RatedRow } from './store/lists.ts';
import type { WaitingRow } from './store/now.ts';
import type { TimesFound } from './store/times.ts';

/** `support`: seconds from accepted to finished, of the `supported` ones. */
export type FinishedSum = { finished: number; supported: number; support: number; rated: number; ratings: number };
export type FinishedOfDay = FinishedSum & { day: string };
/** Null: nobody's. */
export type FinishedOfUser = FinishedSum & { userId: number | null };
/** `wait`: seconds from queued to accepted, of the `accepted` ones. */
export type QueuedSum = { day: string; queued: number; accepted: number; wait: number };

export type PersonRow = { id: number; name: string; online: boolean; lastSeenAt: Date | null; deleted: boolean; queues: string[] };
export type ActiveCount = { happening: number; pending: number; pendingLong: number };

export function attendanceView({ queuedAt, startedAt, firstResponseAt, finishedAt, ...row }: AttendanceRow): AttendanceView {
  return {
    ...row,
    queuedAt: queuedAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    firstResponseAt: firstResponseAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

export function ratedView({ at, ...row }: RatedRow): RatedView {
  return { ...row, at: at.toISOString() };
}

export function timesView({ id, name, color, attendances, firstResponse, resolution }: TimesFound): TimesRow {
  return { id, name, color, attendances, firstResponse: spread(firstResponse), resolution: spread(resolution) };
}

function spread(found: TimesFound['resolution']): TimesRow['resolution'] {
  const [median, p90] = found ?? [];
  return median == null || p90 == null ? null : { median, p90 };
}

export function waitingView({ since, ...row }: WaitingRow): BoardView['waiting'][number] {
  return { ...row, since: since.toISOString() };
}

export function agentView({ id, name, online, lastSeenAt }: PersonRow, happening: number): BoardView['agents'][number] {
  return { id, name, online, lastSeenAt: lastSeenAt?.toISOString() ?? null, happening };
}
