import type { AttendanceView, attendancesOf, BoardView, RatedView, TimesRow } from '@balcao/contract/dashboard';
import type { AttendanceRow, RatedRow } from './store/lists.ts';
import type { WaitingRow } from './store/now.ts';
import type { TimesFound } from './store/times.ts';

/** What is known of a day, in parts to be added up. `counted`: how many rows were counted for it just now, since they are not kept. */
export type DayOf<P> = { day: string; parts: P[]; counted: number };
export type AddedPart = [contacts: number];
/** `wait`: seconds from queued to accepted, of the `accepted` ones. */
export type QueuedPart = [hour: number, queued: number, accepted: number, wait: number];
/** `support`: seconds from accepted to finished, of the `supported` ones. Then how many ratings of 1, 2 and 3. No user: nobody's. */
export type FinishedPart = [
  userId: number | null,
  finished: number,
  supported: number,
  support: number,
  one: number,
  two: number,
  three: number,
];
/** How many first responses or resolutions of a group ended in each step. */
export type TimesPart = [groupId: number | null, isResolution: 0 | 1, steps: number[], counts: number[]];

/** Which attendances. 0 means none. */
export type Narrowed = {
  of: (typeof attendancesOf)[number];
  userId?: number | undefined;
  queueId?: number | undefined;
  tagId?: number | undefined;
  whatsappId?: number | undefined;
  /** 1 is Monday. */
  weekday?: number | undefined;
  hour?: number | undefined;
};

/** [median, 90th percentile] in minutes. */
export type Measured = {
  attendances: number;
  firstResponse: [number | null, number | null] | null;
  resolution: [number | null, number | null] | null;
};

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
