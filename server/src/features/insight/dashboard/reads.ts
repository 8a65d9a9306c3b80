// The figures of the company. Who may ask is said by the contract: admins.
import type { dashboardEndpoints } from '@balcao/contract/dashboard';
import { checked, dayIn, type Period, type PeriodFault, type PeriodQuery, periodOf } from '@balcao/contract/dashboard-rules';
import type { Answer, Received } from '@balcao/contract/endpoint';
import { pageSize } from '@balcao/contract/page-rules';
import type { Ctx, Reader } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { Download } from '../../../platform/http/download.ts';
import { settingOf } from '../../company/settings/reads.ts';
import { byteOrderMark, csvLine } from '../../desk/imports/reads.ts';
import { keepLater } from './actions.ts';
import {
  countOfFinished,
  countOfQueued,
  figuresOf,
  finishedByUser,
  hoursOf,
  isFinished,
  isToldByDays,
  ofUser,
  partsOf,
  queuedByWeekHour,
  sumOfFinished,
  sumOfQueued,
  timesOf,
} from './rules.ts';
import { countAdded, stepFactor, type stepped, sumFinished, sumQueued, sumTimes } from './store/figures.ts';
import { countAttendances, type Line, linesAfter, listAttendances, listRatings } from './store/lists.ts';
import { countActive, countOpenByUser, listNumbers, listPeople, listWaiting } from './store/now.ts';
import type { Span } from './store/spans.ts';
import { finishedMoreThan, groupsMax, measureTimes, nameGroups, type TimesFound } from './store/times.ts';
import { agentView, attendanceView, type DayOf, type Narrowed, ratedView, timesView, waitingView } from './view.ts';

type Endpoints = typeof dashboardEndpoints;
type Query<E extends keyof Endpoints> = Received<Endpoints[E]>['query'];
type Answered<E extends keyof Endpoints> = Promise<Answer<Endpoints[E]>>;

const linesAtOnce = 2000;
/** Times of more attendances than this are told from steps, where that can be. */
const sortedMax = 5000;
/** Counting this many rows takes some milliseconds. */
const countedMax = 2000;

/** The figures of a period and of now. ERR_VALIDATION for a period that is none. */
export function showDashboard(ctx: Ctx, query: Query<'showDashboard'>): Answered<'showDashboard'> {
  return ofDays(ctx, spanOf(query), async (ctx, days) => {
    const finished = await days.finished();
    const worked = [...finishedByUser(finished).keys()].filter((id) => id !== null);
    return figuresOf({
      period: { from: days.span.from, until: days.span.until },
      finished,
      queued: await days.queued(),
      added: await days.added(),
      active: await countActive(ctx, ctx.now()),
      people: await listPeople(ctx, worked),
      openByUser: await countOpenByUser(ctx),
    });
  });
}

/** How many attendances each user finished; ERR_NO_PERMISSION for another company. */
export function ticketsByUser(ctx: Ctx, query: Query<'ticketsByUser'>): Answered<'ticketsByUser'> {
  return ofDays(ctx, chartSpan(query), async (ctx, days) => {
    const sums = finishedByUser(await days.finished());
    const people = await listPeople(
      ctx,
      [...sums.keys()].filter((id) => id !== null),
    );
    const data = people.map(({ id, name }) => ({ userId: id, nome: name, quantidade: sums.get(id)?.finished ?? 0 }));
    return { data: data.sort((a, b) => b.quantidade - a.quantidade) };
  });
}

/** How many attendances were queued on each day, or in each hour if it is one day; ERR_NO_PERMISSION for another company. */
export function ticketsByDay(ctx: Ctx, query: Query<'ticketsByDay'>): Answered<'ticketsByDay'> {
  return ofDays(ctx, chartSpan(query), async (_ctx, days) => {
    const queued = await days.queued();
    const data =
      queued.length === 1
        ? hoursOf(partsOf(queued)).map((total, horario) => ({ horario, total }))
        : queued.map(({ day, parts }) => ({ data: day.split('-').reverse().join('/'), total: sumOfQueued(parts).queued }));
    return { count: sumOfQueued(partsOf(queued)).queued, data };
  });
}

/** Of many attendances, times by company, queue and connection are told within 1 %. */
export function dashboardTimes(ctx: Ctx, query: Query<'dashboardTimes'>): Answered<'dashboardTimes'> {
  return ofDays(ctx, spanOf(query), async (ctx, days) => {
    const { by } = query;
    const isSorted = by === 'tag' || by === 'user' || !(await finishedMoreThan(ctx, days.span, sortedMax));
    return (isSorted ? await measureTimes(ctx, days.span, by) : await namedTimes(ctx, by, timesOf(await days.times(by), stepFactor))).map(
      timesView,
    );
  });
}

async function namedTimes(ctx: Reader, by: keyof typeof stepped, measured: ReturnType<typeof timesOf>): Promise<TimesFound[]> {
  const ids = [...measured.keys()].filter((id) => id !== null);
  const names = new Map((by === 'company' ? [] : await nameGroups(ctx, by, ids)).map((each) => [each.id, each]));
  return [...measured]
    .map(([id, times]) => ({ id, name: names.get(id)?.name ?? null, color: names.get(id)?.color ?? null, ...times }))
    .sort((a, b) => b.attendances - a.attendances || (a.id ?? Infinity) - (b.id ?? Infinity))
    .slice(0, groupsMax);
}

export function dashboardHours(ctx: Ctx, query: Query<'dashboardHours'>): Answered<'dashboardHours'> {
  return ofDays(ctx, spanOf(query), async (_ctx, days) => queuedByWeekHour(await days.queued()));
}

/** A page of ratings; `count` and `totals` are exact. */
export function dashboardRatings(ctx: Ctx, query: Query<'dashboardRatings'>): Answered<'dashboardRatings'> {
  return ofDays(ctx, spanOf(query), async (ctx, days) => {
    const size = pageSize.rest;
    const rows = await listRatings(ctx, days.span, query, size + 1, (query.pageNumber - 1) * size);
    const { rates } = sumOfFinished(ofUser(partsOf(await days.finished()), query.userId));
    const totals = { 1: rates[0], 2: rates[1], 3: rates[2] };
    const count = query.rate ? (rates[query.rate - 1] ?? 0) : rates[0] + rates[1] + rates[2];
    return { records: rows.slice(0, size).map(ratedView), count, hasMore: rows.length > size, totals };
  });
}

/** A page of the attendances behind a figure; `count` is exact. */
export function dashboardAttendances(ctx: Ctx, query: Query<'dashboardAttendances'>): Answered<'dashboardAttendances'> {
  return ofDays(ctx, spanOf(query), async (ctx, days) => {
    const size = pageSize.rest;
    const rows = await listAttendances(ctx, days.span, query, size + 1, (query.pageNumber - 1) * size);
    return { records: rows.slice(0, size).map(attendanceView), count: await countOf(ctx, days, query), hasMore: rows.length > size };
  });
}

async function countOf(ctx: Reader, days: Days, by: Narrowed): Promise<number> {
  if (!isToldByDays(by)) return countAttendances(ctx, days.span, by);
  return isFinished(by.of) ? countOfFinished(by, await days.finished()) : countOfQueued(by, await days.queued());
}

/** All of them as a file for spreadsheets, read while it is sent. */
export async function exportAttendances(ctx: Ctx, query: Query<'exportAttendances'>): Promise<Download> {
  const span = await reading(ctx, spanOf(query));
  return new Download(`atendimentos-${span.from}-${span.until}.csv`, lines(ctx, span, query));
}

async function* lines(ctx: Ctx, span: Span, query: Query<'exportAttendances'>): AsyncGenerator<string, void> {
  const columns = [
    'ticket',
    'protocol',
    'contact',
    'queue',
    'user',
    'connection',
    'queued',
    'accepted',
    'firstResponse',
    'finished',
    'rating',
  ];
  yield byteOrderMark + csvLine(columns);
  for (let last: Line | null = null; ; ) {
    const after: Line['place'] | null = last?.place ?? null;
    const found: Line[] = await reading(ctx, (ctx) => linesAfter(ctx, span, query, after, linesAtOnce));
    last = found.at(-1) ?? null;
    if (!last) return;
    yield found.map(({ cells }) => csvLine(cells.map((cell) => String(cell ?? '')))).join('');
  }
}

/** What happens now. */
export function showBoard(ctx: Ctx): Answered<'showBoard'> {
  return reading(ctx, async (ctx) => {
    const { happening, pending } = await countActive(ctx, ctx.now());
    const open = await countOpenByUser(ctx);
    return {
      happening,
      pending,
      waiting: (await listWaiting(ctx)).map(waitingView),
      agents: (await listPeople(ctx, [])).map((person) => agentView(person, open.get(person.id) ?? 0)),
      connections: await listNumbers(ctx),
    };
  });
}

type Days = ReturnType<typeof daysFor>;

/**
 * As `reading`, of a span and what its days add up to. Where many rows had to be counted for it, a job keeps what they add up to, for those who
 * ask after this one.
 */
async function ofDays<T>(ctx: Ctx, spanOf: (ctx: Reader) => Promise<Span>, work: (ctx: Reader, days: Days) => Promise<T>): Promise<T> {
  const { answer, days } = await reading(ctx, async (ctx) => {
    const days = daysFor(ctx, await spanOf(ctx));
    return { answer: await work(ctx, days), days };
  });
  // The answer is there, also where nothing can be written.
  if (days.counted() > countedMax) await keepLater(ctx, days.span).catch((err) => ctx.log.warn({ err }, 'figures are not kept'));
  return answer;
}

function daysFor(ctx: Reader, span: Span) {
  let counted = 0;
  const noting = async <P>(found: Promise<DayOf<P>[]>) => {
    const days = await found;
    for (const day of days) counted += day.counted;
    return days;
  };
  return {
    span,
    counted: () => counted,
    added: () => noting(countAdded(ctx, span)),
    queued: () => noting(sumQueued(ctx, span)),
    finished: () => noting(sumFinished(ctx, span)),
    times: (by: keyof typeof stepped) => noting(sumTimes(ctx, span, by)),
  };
}

const spanOf =
  (query: PeriodQuery) =>
  async (ctx: Reader): Promise<Span> => {
    const timeZone = await settingOf(ctx, 'timeZone');
    return { ...valid(periodOf(query, dayIn(ctx.now(), timeZone))), timeZone };
  };

const chartSpan =
  ({ initialDate, finalDate, companyId }: Query<'ticketsByUser'>) =>
  async (ctx: Reader): Promise<Span> => {
    if (companyId && companyId !== ctx.companyId) throw new AppError('ERR_NO_PERMISSION');
    const period = checked({ from: initialDate, until: finalDate });
    if ('field' in period) throw invalid('query.finalDate', period.code);
    return { ...period, timeZone: await settingOf(ctx, 'timeZone') };
  };

function valid(period: Period | PeriodFault): Period {
  if ('field' in period) throw invalid(`query.${period.field}`, period.code);
  return period;
}
