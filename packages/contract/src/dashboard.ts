import { z } from 'zod';
import * as c from './common.ts';
import { connectionChannels, connectionStatuses } from './connection-rules.ts';
import { periodMaxDays } from './dashboard-rules.ts';
import { endpoint } from './endpoint.ts';

const optionalDay = c.day.or(z.literal('').transform(() => undefined)).optional();
/** A period in days of the company's time zone, both ends counted: the last `days`, or from one day to another. */
const period = {
  days: z
    .union([
      z.number().int().min(0).max(periodMaxDays),
      z
        .string()
        .regex(/^\d{0,3}$/)
        .transform((text) => Number(text || 0)),
    ])
    .optional(),
  date_from: optionalDay,
  date_to: optionalDay,
};
const periodView = z.object({ from: z.string(), until: z.string() });
/** Minutes; null where there is nothing to take the average of. */
const minutes = z.number().nullable();

const attendant = z.object({
  id: z.number(),
  name: z.string(),
  queues: z.array(z.string()),
  /** Average of the ratings of what they finished, 1 to 3; 0 without any. */
  rating: z.number(),
  ratings: z.number(),
  avgSupportTime: minutes,
  /** How many attendances they finished. */
  tickets: z.number(),
  /** With them now. */
  happening: z.number(),
  online: z.boolean(),
  lastSeenAt: c.instant.nullable(),
});
export type Attendant = z.output<typeof attendant>;
c.named.add(attendant, { id: 'Attendant' });

export const dashboardView = z.object({
  period: periodView,
  counters: z.object({
    /** Now, whatever the period. */
    supportHappening: z.number(),
    supportPending: z.number(),
    /** Of those, the ones that have waited for more than ten minutes. */
    supportPendingLong: z.number(),
    supportFinished: z.number(),
    /** Contacts added in the period. */
    leads: z.number(),
    /** Accepted to finished, of those finished in the period. */
    avgSupportTime: minutes,
    /** Queued to accepted, of those queued in the period. */
    avgWaitTime: minutes,
  }),
  attendants: z.array(attendant),
  /** The same by day, in order, each day of the period. */
  days: z.array(
    z.object({
      day: z.string(),
      queued: z.number(),
      finished: z.number(),
      leads: z.number(),
      avgSupportTime: minutes,
      avgWaitTime: minutes,
    }),
  ),
});
export type DashboardView = z.output<typeof dashboardView>;
c.named.add(dashboardView, { id: 'Dashboard' });

export const timesBy = ['company', 'queue', 'tag', 'connection', 'user'] as const;
const spread = z.object({ median: z.number(), p90: z.number() }).nullable();
const timesRow = z.object({
  /** Null: without one. */
  id: z.number().nullable(),
  name: z.string().nullable(),
  color: z.string().nullable(),
  attendances: z.number(),
  /** Queued to the first answer of a person, in minutes. */
  firstResponse: spread,
  /** Queued to finished, in minutes. */
  resolution: spread,
});
export type TimesRow = z.output<typeof timesRow>;

/** Which attendances: queued or finished in the period, all of them or only those that were accepted. */
export const attendancesOf = ['queued', 'accepted', 'finished', 'supported'] as const;
/** 0 means none. */
const filter = { userId: c.count.optional(), queueId: c.count.optional(), tagId: c.count.optional(), whatsappId: c.count.optional() };
const listed = {
  ...period,
  of: z.enum(attendancesOf).default('queued'),
  ...filter,
  /** 1 is Monday, 7 is Sunday. */
  weekday: z
    .union([
      z.number().int().min(1).max(7),
      z
        .string()
        .regex(/^[1-7]$/)
        .transform(Number),
    ])
    .optional(),
  hour: z
    .union([
      z.number().int().min(0).max(23),
      z
        .string()
        .regex(/^(1?\d|2[0-3])$/)
        .transform(Number),
    ])
    .optional(),
};

const attendanceView = z.object({
  id: z.number(),
  ticket: z.object({ uuid: z.string(), number: z.number() }).nullable(),
  contact: z.object({ id: z.number(), name: z.string() }),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  queue: z.object({ id: z.number(), name: z.string(), color: z.string() }).nullable(),
  whatsapp: z.object({ id: z.number(), name: z.string() }).nullable(),
  queuedAt: c.instant,
  startedAt: c.instant.nullable(),
  firstResponseAt: c.instant.nullable(),
  finishedAt: c.instant.nullable(),
  rating: z.number().nullable(),
});
export type AttendanceView = z.output<typeof attendanceView>;
c.named.add(attendanceView, { id: 'Attendance' });

const ratedView = z.object({
  id: z.number(),
  rate: z.number(),
  at: c.instant,
  ticket: z.object({ uuid: z.string(), number: z.number() }).nullable(),
  contact: z.object({ id: z.number(), name: z.string() }),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** What the customer wrote beside the number, from the question until an hour after the rating. */
  written: z.array(z.string()),
});
export type RatedView = z.output<typeof ratedView>;

export const boardView = z.object({
  happening: z.number(),
  pending: z.number(),
  /** Those who have waited longest, the longest first. */
  waiting: z.array(
    z.object({
      uuid: z.string(),
      number: z.number(),
      contactName: z.string(),
      queue: z.object({ id: z.number(), name: z.string(), color: z.string() }).nullable(),
      since: c.instant,
    }),
  ),
  agents: z.array(
    z.object({ id: z.number(), name: z.string(), online: z.boolean(), lastSeenAt: c.instant.nullable(), happening: z.number() }),
  ),
  connections: z.array(
    z.object({ id: z.number(), name: z.string(), channel: z.enum(connectionChannels), status: z.enum(connectionStatuses) }),
  ),
});
export type BoardView = z.output<typeof boardView>;
c.named.add(boardView, { id: 'Board' });

/** Another company than the caller's is refused. */
const chart = { initialDate: c.day, finalDate: c.day, companyId: c.optionalId };

export const dashboardEndpoints = {
  showDashboard: endpoint({
    route: 'GET /dashboard',
    access: 'admin',
    summary: 'The figures of a period, at least one of `days`, `date_from` and `date_to`, and of now.',
    query: z.object(period),
    answer: dashboardView,
  }),
  ticketsByUser: endpoint({
    route: 'GET /dashboard/ticketsUsers',
    access: 'admin',
    summary: 'How many attendances each user finished in a period; users without any have 0.',
    query: z.object(chart),
    answer: z.object({ data: z.array(z.object({ userId: z.number(), nome: z.string(), quantidade: z.number() })) }),
  }),
  ticketsByDay: endpoint({
    route: 'GET /dashboard/ticketsDay',
    access: 'admin',
    summary: 'How many attendances were queued on each day of a period (DD/MM/YYYY), or in each hour (0 to 23) if it is one day.',
    query: z.object(chart),
    answer: z.object({
      count: z.number(),
      /** Each has one of the two. */
      data: z.array(z.object({ total: z.number(), horario: z.number().optional(), data: z.string().optional() })),
    }),
  }),
  dashboardTimes: endpoint({
    route: 'GET /v1/dashboard/times',
    access: 'admin',
    summary:
      'First response and resolution of what was finished in a period: median and 90th percentile. An attendance counts for each tag of its ticket. Of more than 5,000, by company, queue and connection, within 1 %.',
    query: z.object({ ...period, by: z.enum(timesBy).default('company') }),
    answer: z.array(timesRow),
  }),
  dashboardHours: endpoint({
    route: 'GET /v1/dashboard/hours',
    access: 'admin',
    summary: 'How many attendances were queued in each hour of each weekday (1 is Monday); hours without any are left out.',
    query: z.object(period),
    answer: z.array(z.object({ weekday: z.number(), hour: z.number(), total: z.number() })),
  }),
  dashboardRatings: endpoint({
    route: 'GET /v1/dashboard/ratings',
    access: 'admin',
    summary:
      'The ratings of what was finished in a period, newest first, 20 a page, with what the customer wrote. `totals`: how many of 1, 2 and 3.',
    query: z.object({
      ...period,
      userId: c.id.optional(),
      rate: z
        .union([
          z.number().int().min(1).max(3),
          z
            .string()
            .regex(/^[1-3]$/)
            .transform(Number),
        ])
        .optional(),
      pageNumber: c.pageNumber,
    }),
    answer: z.object({
      records: z.array(ratedView),
      count: z.number(),
      hasMore: z.boolean(),
      totals: z.object({ 1: z.number(), 2: z.number(), 3: z.number() }),
    }),
  }),
  dashboardAttendances: endpoint({
    route: 'GET /v1/dashboard/attendances',
    access: 'admin',
    summary: 'The attendances behind a figure, newest first, 20 a page.',
    query: z.object({ ...listed, pageNumber: c.pageNumber }),
    answer: z.object({ records: z.array(attendanceView), count: z.number(), hasMore: z.boolean() }),
  }),
  exportAttendances: endpoint({
    route: 'GET /v1/dashboard/attendances.csv',
    access: 'admin',
    summary: 'All of them, separated by semicolons; times are the company’s.',
    query: z.object(listed),
    download: 'text/csv',
    answer: z.string(),
  }),
  showBoard: endpoint({
    route: 'GET /v1/dashboard/board',
    access: 'admin',
    summary: 'What happens now: the 12 that have waited longest, agents and their load, numbers and their state.',
    answer: boardView,
  }),
};
