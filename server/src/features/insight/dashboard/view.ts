import type { AttendanceView, BoardView, RatedView, TimesRow } from '@balcao/contract/dashboard';
import type { AttendanceRow, RatedRow } from './store/lists.ts';
import type { PersonRow, WaitingRow } from './store/now.ts';
import type { TimesFound } from './store/times.ts';

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
