// The figures of the company. Who may ask is said by the contract: admins.
import type { dashboardEndpoints } from '@balcao/contract/dashboard';
import { checked, dayIn, daysOf, type Period, type PeriodFault, type PeriodQuery, periodOf } from '@balcao/contract/dashboard-rules';
import type { Answer, Received } from '@balcao/contract/endpoint';
import { pageSize } from '@balcao/contract/page-rules';
import type { Ctx, Reader } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { Download } from '../../../platform/http/download.ts';
import { settingOf } from '../../company/settings/reads.ts';
import { byteOrderMark, csvLine } from '../../desk/imports/reads.ts';
import { figuresOf } from './rules.ts';
import { countFinishedByUser, countLeads, countQueuedByHour, countQueuedByWeekHour, sumFinished, sumQueued } from './store/figures.ts';
import { countAttendances, countRatings, type Line, linesAfter, listAttendances, listRatings } from './store/lists.ts';
import { countActive, countOpenByUser, listNumbers, listPeople, listWaiting } from './store/now.ts';
import type { Span } from './store/spans.ts';
import { measureTimes } from './store/times.ts';
import { agentView, attendanceView, ratedView, timesView, waitingView } from './view.ts';

type Endpoints = typeof dashboardEndpoints;
type Query<E extends keyof Endpoints> = Received<Endpoints[E]>['query'];
type Answered<E extends keyof Endpoints> = Promise<Answer<Endpoints[E]>>;

const linesAtOnce = 2000;

/** The figures of a period and of now. ERR_VALIDATION for a period that is none. */
export function showDashboard(ctx: Ctx, query: Query<'showDashboard'>): Answered<'showDashboard'> {
  return reading(ctx, async (ctx) => {
    const span = await spanOf(ctx, query);
    const finished = await sumFinished(ctx, span);
    const worked = new Set(finished.users.flatMap(({ userId }) => userId ?? []));
    return figuresOf({
      period: { from: span.from, until: span.until },
      finished,
      queued: await sumQueued(ctx, span),
      leads: await countLeads(ctx, span),
      active: await countActive(ctx, ctx.now()),
      people: await listPeople(ctx, [...worked]),
      openByUser: await countOpenByUser(ctx),
    });
  });
}

/** How many attendances each user finished; ERR_NO_PERMISSION for another company. */
export function ticketsByUser(ctx: Ctx, query: Query<'ticketsByUser'>): Answered<'ticketsByUser'> {
  return reading(ctx, async (ctx) => {
    const counted = await countFinishedByUser(ctx, await chartSpan(ctx, query));
    const counts = new Map(counted.map(({ userId, n }) => [userId, n]));
    const people = await listPeople(
      ctx,
      [...counts.keys()].filter((id) => id !== null),
    );
    const data = people.map(({ id, name }) => ({ userId: id, nome: name, quantidade: counts.get(id) ?? 0 }));
    return { data: data.sort((a, b) => b.quantidade - a.quantidade) };
  });
}

/** How many attendances were queued on each day, or in each hour if it is one day; ERR_NO_PERMISSION for another company. */
export function ticketsByDay(ctx: Ctx, query: Query<'ticketsByDay'>): Answered<'ticketsByDay'> {
  return reading(ctx, async (ctx) => {
    const span = await chartSpan(ctx, query);
    const data = span.from === span.until ? await byHour(ctx, span) : await byDay(ctx, span);
    return { count: data.reduce((sum, { total }) => sum + total, 0), data };
  });
}

async function byHour(ctx: Reader, span: Span) {
  const totals = new Map((await countQueuedByHour(ctx, span)).map(({ hour, n }) => [hour, n]));
  return Array.from({ length: 24 }, (_, horario) => ({ horario, total: totals.get(horario) ?? 0 }));
}

async function byDay(ctx: Reader, span: Span) {
  const totals = new Map((await sumQueued(ctx, span)).map(({ day, queued }) => [day, queued]));
  return daysOf(span).map((day) => ({ data: day.split('-').reverse().join('/'), total: totals.get(day) ?? 0 }));
}

export function dashboardTimes(ctx: Ctx, query: Query<'dashboardTimes'>): Answered<'dashboardTimes'> {
  return reading(ctx, async (ctx) => (await measureTimes(ctx, await spanOf(ctx, query), query.by)).map(timesView));
}

export function dashboardHours(ctx: Ctx, query: Query<'dashboardHours'>): Answered<'dashboardHours'> {
  return reading(ctx, async (ctx) => countQueuedByWeekHour(ctx, await spanOf(ctx, query)));
}

/** A page of ratings; `count` and `totals` are exact. */
export function dashboardRatings(ctx: Ctx, query: Query<'dashboardRatings'>): Answered<'dashboardRatings'> {
  return reading(ctx, async (ctx) => {
    const span = await spanOf(ctx, query);
    const size = pageSize.rest;
    const rows = await listRatings(ctx, span, query, size + 1, (query.pageNumber - 1) * size);
    const counts = new Map((await countRatings(ctx, span, query)).map(({ rate, n }) => [rate, n]));
    const totals = { 1: counts.get(1) ?? 0, 2: counts.get(2) ?? 0, 3: counts.get(3) ?? 0 };
    const count = query.rate ? (counts.get(query.rate) ?? 0) : totals[1] + totals[2] + totals[3];
    return { records: rows.slice(0, size).map(ratedView), count, hasMore: rows.length > size, totals };
  });
}

/** A page of the attendances behind a figure; `count` is exact. */
export function dashboardAttendances(ctx: Ctx, query: Query<'dashboardAttendances'>): Answered<'dashboardAttendances'> {
  return reading(ctx, async (ctx) => {
    const span = await spanOf(ctx, query);
    const size = pageSize.rest;
    const rows = await listAttendances(ctx, span, query, size + 1, (query.pageNumber - 1) * size);
    return {
      records: rows.slice(0, size).map(attendanceView),
      count: await countAttendances(ctx, span, query),
      hasMore: rows.length > size,
    };
  });
}

/** All of them as a file for spreadsheets, read while it is sent. */
export async function exportAttendances(ctx: Ctx, query: Query<'exportAttendances'>): Promise<Download> {
  const span = await reading(ctx, (ctx) => spanOf(ctx, query));
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

async function spanOf(ctx: Reader, query: PeriodQuery): Promise<Span> {
  const timeZone = await settingOf(ctx, 'timeZone');
  return { ...valid(periodOf(query, dayIn(ctx.now(), timeZone))), timeZone };
}

async function chartSpan(ctx: Reader, { initialDate, finalDate, companyId }: Query<'ticketsByUser'>): Promise<Span> {
  if (companyId && companyId !== ctx.companyId) throw new AppError('ERR_NO_PERMISSION');
  const period = checked({ from: initialDate, until: finalDate });
  if ('field' in period) throw invalid('query.finalDate', period.code);
  return { ...period, timeZone: await settingOf(ctx, 'timeZone') };
}

function valid(period: Period | PeriodFault): Period {
  if ('field' in period) throw invalid(`query.${period.field}`, period.code);
  return period;
}
