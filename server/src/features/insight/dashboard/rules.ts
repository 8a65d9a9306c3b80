// Sums of days become the figures of a period. Pure.
import type { Attendant, DashboardView } from '@balcao/contract/dashboard';
import { daysOf, type Period } from '@balcao/contract/dashboard-rules';
import type { ActiveCount, AddedPart, DayOf, FinishedPart, Measured, Narrowed, PersonRow, QueuedPart, TimesPart } from './view.ts';

export type Sums = {
  period: Period;
  finished: readonly DayOf<FinishedPart>[];
  queued: readonly DayOf<QueuedPart>[];
  added: readonly DayOf<AddedPart>[];
  active: ActiveCount;
  people: readonly PersonRow[];
  openByUser: ReadonlyMap<number, number>;
};
/** `support`: seconds from accepted to finished, of the `supported` ones. `rates`: how many ratings of 1, 2 and 3. */
export type FinishedSum = { finished: number; supported: number; support: number; rates: [number, number, number] };
/** `wait`: seconds from queued to accepted, of the `accepted` ones. */
export type QueuedSum = { queued: number; accepted: number; wait: number };

/** The figures of a period: of all, by attendant, and by day. */
export function figuresOf(sums: Sums): DashboardView {
  const { period, finished, queued, added, active } = sums;
  const total = sumOfFinished(partsOf(finished));
  const byUser = finishedByUser(finished);
  return {
    period,
    counters: {
      supportHappening: active.happening,
      supportPending: active.pending,
      supportPendingLong: active.pendingLong,
      supportFinished: total.finished,
      leads: contactsIn(partsOf(added)),
      avgSupportTime: minutesEach(total.support, total.supported),
      avgWaitTime: averageWait(partsOf(queued)),
    },
    attendants: sums.people.map((person) => attendantOf(person, byUser.get(person.id) ?? nothing, sums.openByUser.get(person.id) ?? 0)),
    days: byDay(period, { finished, queued, added }),
  };
}

/** All parts of all days. */
export function partsOf<P>(days: readonly DayOf<P>[]): P[] {
  return days.flatMap(({ parts }) => parts);
}

/** What each user finished. Null: nobody's. */
export function finishedByUser(days: readonly DayOf<FinishedPart>[]): Map<number | null, FinishedSum> {
  return new Map([...byFirst(partsOf(days))].map(([userId, parts]) => [userId, sumOfFinished(parts)]));
}

function attendantOf({ id, name, queues, online, lastSeenAt }: PersonRow, total: FinishedSum, happening: number): Attendant {
  const [one, two, three] = total.rates;
  const ratings = one + two + three;
  return {
    id,
    name,
    queues,
    rating: ratings === 0 ? 0 : (one + 2 * two + 3 * three) / ratings,
    ratings,
    avgSupportTime: minutesEach(total.support, total.supported),
    tickets: total.finished,
    happening,
    online,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
}

function byDay(period: Period, { finished, queued, added }: Pick<Sums, 'finished' | 'queued' | 'added'>): DashboardView['days'] {
  const [finishedOn, queuedOn, addedOn] = [partsByDay(finished), partsByDay(queued), partsByDay(added)];
  return daysOf(period).map((day) => {
    const total = sumOfFinished(finishedOn.get(day) ?? []);
    const waited = queuedOn.get(day) ?? [];
    return {
      day,
      queued: sumOfQueued(waited).queued,
      finished: total.finished,
      leads: contactsIn(addedOn.get(day) ?? []),
      avgSupportTime: minutesEach(total.support, total.supported),
      avgWaitTime: averageWait(waited),
    };
  });
}

const partsByDay = <P>(days: readonly DayOf<P>[]) => new Map(days.map(({ day, parts }) => [day, parts]));

const averageWait = (parts: readonly QueuedPart[]) => {
  const { wait, accepted } = sumOfQueued(parts);
  return minutesEach(wait, accepted);
};

const nothing = sumOfFinished([]);

export function sumOfFinished(parts: readonly FinishedPart[]): FinishedSum {
  return {
    finished: sum(parts, ([, finished]) => finished),
    supported: sum(parts, ([, , supported]) => supported),
    support: sum(parts, ([, , , support]) => support),
    rates: [sum(parts, (part) => part[4]), sum(parts, (part) => part[5]), sum(parts, (part) => part[6])],
  };
}

export function sumOfQueued(parts: readonly QueuedPart[]): QueuedSum {
  return {
    queued: sum(parts, ([, queued]) => queued),
    accepted: sum(parts, ([, , accepted]) => accepted),
    wait: sum(parts, ([, , , wait]) => wait),
  };
}

const contactsIn = (parts: readonly AddedPart[]) => sum(parts, ([contacts]) => contacts);

/** How many attendances were queued in each of the 24 hours. */
export function hoursOf(parts: readonly QueuedPart[]): number[] {
  return Array.from({ length: 24 }, (_, at) => sum(parts, ([hour, queued]) => (hour === at ? queued : 0)));
}

/** The parts of a user; of everybody if none is named. 0 is nobody. */
export function ofUser(parts: readonly FinishedPart[], userId: number | undefined): FinishedPart[] {
  return parts.filter((part) => userId === undefined || (part[0] ?? 0) === userId);
}

/** How many attendances were queued in each hour of each weekday (1 is Monday), in order; hours without any are left out. */
export function queuedByWeekHour(days: readonly DayOf<QueuedPart>[]): { weekday: number; hour: number; total: number }[] {
  return [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    hoursOf(partsOf(days.filter(({ day }) => weekdayOf(day) === weekday))).flatMap((total, hour) =>
      total === 0 ? [] : { weekday, hour, total },
    ),
  );
}

/** 1 is Monday. */
const weekdayOf = (day: string) => new Date(day).getUTCDay() || 7;

/** Whether the sums of days tell how many attendances these are; otherwise they must be counted. */
export function isToldByDays({ of, userId, queueId, tagId, whatsappId, weekday, hour }: Narrowed): boolean {
  if ([queueId, tagId, whatsappId].some((id) => id !== undefined)) return false;
  return isFinished(of) ? weekday === undefined && hour === undefined : userId === undefined;
}

/** Whether they are found by when they were finished, not by when they were queued. */
export const isFinished = (of: Narrowed['of']) => of === 'finished' || of === 'supported';

/** How many attendances these are, of those finished on these days. */
export function countOfFinished({ of, userId }: Narrowed, days: readonly DayOf<FinishedPart>[]): number {
  const { finished, supported } = sumOfFinished(ofUser(partsOf(days), userId));
  return of === 'finished' ? finished : supported;
}

/** How many attendances these are, of those queued on these days. */
export function countOfQueued({ of, weekday, hour }: Narrowed, days: readonly DayOf<QueuedPart>[]): number {
  const parts = partsOf(days.filter(({ day }) => weekday === undefined || weekdayOf(day) === weekday));
  const { queued, accepted } = sumOfQueued(parts.filter((part) => hour === undefined || part[0] === hour));
  return of === 'queued' ? queued : accepted;
}

/**
 * How long first responses and resolutions took, by group: [median, 90th percentile] in minutes. `stepFactor`: by how much each step is longer
 * than the one before.
 */
export function timesOf(days: readonly DayOf<TimesPart>[], stepFactor: number): Map<number | null, Measured> {
  return new Map(
    [...byFirst(partsOf(days))].map(([group, parts]) => {
      const [responses, resolutions] = [stepsOf(parts, 0), stepsOf(parts, 1)];
      return [
        group,
        {
          attendances: sum(resolutions, (n) => n),
          firstResponse: spreadOf(responses, stepFactor),
          resolution: spreadOf(resolutions, stepFactor),
        },
      ];
    }),
  );
}

/** How many ended in each step. */
function stepsOf(parts: readonly TimesPart[], which: TimesPart[1]): number[] {
  const found: number[] = [];
  for (const [, isResolution, steps, counts] of parts)
    if (isResolution === which)
      steps.forEach((step, i) => {
        found[step] = (found[step] ?? 0) + (counts[i] ?? 0);
      });
  // Without gaps.
  return Array.from(found, (n) => n ?? 0);
}

function spreadOf(steps: readonly number[], stepFactor: number): Measured['resolution'] {
  const total = sum(steps, (n) => n);
  if (total === 0) return null;
  const minutesAt = (place: number) => {
    let before = 0;
    const reached = steps.findIndex((n) => {
      before += n;
      return before > place;
    });
    // The middle of the step. The first one is less than a second.
    return reached === 0 ? 0 : stepFactor ** (reached - 0.5) / 60;
  };
  // Between two, as `percentile_cont` has it.
  const reaching = (share: number) => {
    const place = share * (total - 1);
    const [below, above] = [minutesAt(Math.floor(place)), minutesAt(Math.ceil(place))];
    return below + (above - below) * (place % 1);
  };
  return [reaching(0.5), reaching(0.9)];
}

/** What has the same first element, together. */
function byFirst<K, T extends readonly [K, ...unknown[]]>(parts: readonly T[]): Map<T[0], T[]> {
  const found = new Map<T[0], T[]>();
  for (const part of parts) {
    const together = found.get(part[0]);
    if (together) together.push(part);
    else found.set(part[0], [part]);
  }
  return found;
}

const minutesEach = (seconds: number, count: number) => (count === 0 ? null : seconds / count / 60);

function sum<T>(of: readonly T[], value: (each: T) => number): number {
  return of.reduce((total, each) => total + value(each), 0);
}
