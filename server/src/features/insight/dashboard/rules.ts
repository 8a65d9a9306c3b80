// Sums of days become the figures of a period. Pure.
import type { Attendant, DashboardView } from '@balcao/contract/dashboard';
import { daysOf, type Period } from '@balcao/contract/dashboard-rules';
import type { ActiveCount, FinishedOfDay, FinishedOfUser, FinishedSum, PersonRow, QueuedSum } from './view.ts';

export type Sums = {
  period: Period;
  finished: { days: readonly FinishedOfDay[]; users: readonly FinishedOfUser[] };
  queued: readonly QueuedSum[];
  leads: readonly { day: string; leads: number }[];
  active: ActiveCount;
  people: readonly PersonRow[];
  openByUser: ReadonlyMap<number, number>;
};

/** The figures of a period: of all, by attendant, and by day. */
export function figuresOf(sums: Sums): DashboardView {
  const { period, finished, queued, leads, active } = sums;
  const total = finishedTotal(finished.days);
  const byUser = new Map(finished.users.map((each) => [each.userId, each]));
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
    attendants: sums.people.map((person) => attendantOf(person, byUser.get(person.id) ?? nothing, sums.openByUser.get(person.id) ?? 0)),
    days: byDay(period, { finished, queued, leads }),
  };
}

function attendantOf({ id, name, queues, online, lastSeenAt }: PersonRow, total: FinishedSum, happening: number): Attendant {
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
  const finishedOn = new Map(finished.days.map((each) => [each.day, each]));
  const queuedOn = new Map(queued.map((each) => [each.day, each]));
  const leadsOn = new Map(leads.map((each) => [each.day, each.leads]));
  return daysOf(period).map((day) => {
    const total = finishedOn.get(day) ?? nothing;
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

const nothing: FinishedSum = { finished: 0, supported: 0, support: 0, rated: 0, ratings: 0 };

function finishedTotal(of: readonly FinishedSum[]): FinishedSum {
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
