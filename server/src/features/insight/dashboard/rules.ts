// Sums of days become the figures of a period. Pure.
import type { Attendant, DashboardView } from '@balcao/contract/dashboard';
import { daysOf, type Period } from '@balcao/contract/dashboard-rules';
import type { ActiveCount, FinishedSum, PersonRow, QueuedSum } from './view.ts';

export type Sums = {
  period: Period;
  finished: readonly FinishedSum[];
  queued: readonly QueuedSum[];
  leads: readonly { day: string; leads: number }[];
  active: ActiveCount;
  people: readonly PersonRow[];
  openByUser: ReadonlyMap<number, number>;
};

/** The figures of a period: of all, by attendant, and by day. */
export function figuresOf(sums: Sums): DashboardView {
  const { period, finished, queued, leads, active } = sums;
  const total = finishedTotal(finished);
  const byUser = groupsOf(finished, ({ userId }) => userId);
  return {
    period,
    counters: {
      supportHappening: active.happening,
      supportPending: active.pending,
      supportPendingLong: active.pendingLong,
      supportFinished: total.finished,
      leads: sum(leads, (day) => day.leads),
      avgSupportTime: minutesEach(total.support, total.supported),
      avgWaitTime: averageWait(queued),
    },
    attendants: sums.people.map((person) => attendantOf(person, byUser.get(person.id) ?? [], sums.openByUser.get(person.id) ?? 0)),
    days: byDay(period, { finished, queued, leads }),
  };
}

function attendantOf({ id, name, queues, online, lastSeenAt }: PersonRow, finished: readonly FinishedSum[], happening: number): Attendant {
  const total = finishedTotal(finished);
  return {
    id,
    name,
    queues,
    rating: total.rated === 0 ? 0 : total.ratings / total.rated,
    ratings: total.rated,
    avgSupportTime: minutesEach(total.support, total.supported),
    tickets: total.finished,
    happening,
    online,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
}

function byDay(period: Period, { finished, queued, leads }: Pick<Sums, 'finished' | 'queued' | 'leads'>): DashboardView['days'] {
  const finishedOn = groupsOf(finished, ({ day }) => day);
  const queuedOn = new Map(queued.map((each) => [each.day, each]));
  const leadsOn = new Map(leads.map((each) => [each.day, each.leads]));
  return daysOf(period).map((day) => {
    const total = finishedTotal(finishedOn.get(day) ?? []);
    const waited = queuedOn.get(day);
    return {
      day,
      queued: waited?.queued ?? 0,
      finished: total.finished,
      leads: leadsOn.get(day) ?? 0,
      avgSupportTime: minutesEach(total.support, total.supported),
      avgWaitTime: waited ? averageWait([waited]) : null,
    };
  });
}

const averageWait = (queued: readonly QueuedSum[]) =>
  minutesEach(
    sum(queued, ({ wait }) => wait),
    sum(queued, ({ accepted }) => accepted),
  );

function finishedTotal(of: readonly FinishedSum[]) {
  return {
    finished: sum(of, (each) => each.finished),
    supported: sum(of, (each) => each.supported),
    support: sum(of, (each) => each.support),
    rated: sum(of, (each) => each.rated),
    ratings: sum(of, (each) => each.ratings),
  };
}

const minutesEach = (seconds: number, count: number) => (count === 0 ? null : seconds / count / 60);

function sum<T>(of: readonly T[], value: (each: T) => number): number {
  return of.reduce((total, each) => total + value(each), 0);
}

function groupsOf<T, K>(of: readonly T[], key: (each: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const each of of) {
    const group = groups.get(key(each));
    if (group) group.push(each);
    else groups.set(key(each), [each]);
  }
  return groups;
}
