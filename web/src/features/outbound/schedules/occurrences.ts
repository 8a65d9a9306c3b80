// What a calendar shows: each scheduled message at its time, and what repeats at its times to come.
import { type Repeat, timesUntil } from '@balcao/contract/recurrence-rules';
import { clockAt, dayAt, momentOf } from '@balcao/contract/schedule-rules';
import type { ScheduleView } from '@balcao/contract/schedules';

export type Occurrence = {
  key: string;
  schedule: ScheduleView;
  day: string;
  /** HH:mm */
  clock: string;
  /** A time to come of one that repeats; it has no record yet. */
  later: boolean;
};

/** The three states that people filter by. */
export const situations = ['waiting', 'sent', 'failed'] as const;
export type Situation = (typeof situations)[number];

export function situationOf({ status }: Pick<ScheduleView, 'status'>): Situation {
  if (status === 'ENVIADA') return 'sent';
  return status === 'ERRO' || status === 'CANCELADA' ? 'failed' : 'waiting';
}

/** At most so many times of one that repeats. */
const timesMax = 400;

/** All that lies within the days, by time. */
export function occurrencesIn(
  schedules: readonly ScheduleView[],
  { from, to }: { from: string; to: string },
  timeZone: string,
): Occurrence[] {
  const end = momentOf(to, '00:00', timeZone) ?? new Date(0);
  return schedules
    .flatMap((schedule) =>
      timesOf(schedule, end, timeZone).map((at, index) => ({
        key: `${schedule.id}:${index}`,
        schedule,
        day: dayAt(at, timeZone),
        clock: clockAt(at, timeZone),
        later: index > 0,
      })),
    )
    .filter(({ day }) => day >= from && day < to)
    .sort((a, b) => `${a.day}${a.clock}`.localeCompare(`${b.day}${b.clock}`) || a.schedule.id - b.schedule.id);
}

function timesOf(schedule: ScheduleView, end: Date, timeZone: string): Date[] {
  const first = new Date(schedule.sendAt);
  if (schedule.status !== 'PENDENTE' || schedule.repeat === 'none') return [first];
  return timesUntil(schedule, first, end, timeZone, timesMax);
}

/** How often one that repeats is sent until its last day; null if it never ends. */
export function sendCount(
  rule: { repeat: Repeat; repeatDays: readonly number[]; monthDay: number; repeatUntil: string | null },
  first: Date,
  timeZone: string,
): number | null {
  if (rule.repeat === 'none') return 1;
  if (rule.repeatUntil === null) return null;
  const end = momentOf(rule.repeatUntil, '23:59', timeZone);
  return end && timesUntil(rule, first, end, timeZone, timesMax).length;
}

/** How many of them stand how. */
export function countsOf(occurrences: readonly Occurrence[]): Record<Situation, number> {
  const counts = { waiting: 0, sent: 0, failed: 0 };
  for (const { schedule } of occurrences) counts[situationOf(schedule)] += 1;
  return counts;
}
