import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { recurrences } from './plan-rules.ts';
import { planView } from './plans.ts';
import { userLimits } from './user-rules.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const clock = z.union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)]);

/** One day's opening hours of a company or queue; empty times mean open. */
export const scheduleEntry = z.object({ weekday: c.text(40), weekdayEn: z.enum(weekdays), startTime: clock, endTime: clock });
export const schedules = z.array(scheduleEntry).max(50);

const status = z.union([z.boolean(), z.enum(['t', 'true', 'f', 'false']).transform((v) => v === 't' || v === 'true')]);
const dueDate = z.union([c.day, z.iso.datetime({ offset: true }).transform((v) => v.slice(0, 10)), z.null(), z.literal('').transform(() => null)]);

export const settingView = z.object({ key: z.string(), value: z.string() });

export const companyView = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: z.boolean(),
  /** YYYY-MM-DD, the last day of the subscription. */
  dueDate: z.string().nullable(),
  trialExpiration: z.string().nullable(),
  recurrence: z.string(),
  planId: z.number().nullable(),
  schedules,
  settings: z.array(settingView),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type CompanyView = z.output<typeof companyView>;

const signUp = z.object({
  name: c.name(userLimits.nameMin, userLimits.nameMax),
  email: c.email,
  phone: c
    .text(20)
    .transform((value) => value.replace(/\D/g, ''))
    .pipe(z.string().max(11))
    .optional(),
  password: c.text(userLimits.passwordMax, userLimits.passwordMin),
  planId: c.id,
});

export const companyEndpoints = {
  signUp: endpoint({
    route: 'POST /companies/cadastro',
    access: 'public',
    summary: 'A visitor signs up a company on a trial. Trial, status, recurrence and due date are set by the server whatever is sent.',
    body: signUp,
    answer: companyView,
    perMinute: 10,
  }),
  createCompany: endpoint({
    route: 'POST /companies',
    access: 'super',
    summary: 'A platform operator creates a company with its admin user.',
    body: signUp.extend({
      planId: c.id,
      status: status.default(true),
      dueDate: dueDate.default(null),
      recurrence: z.enum(recurrences).default('MENSAL'),
      campaignsEnabled: c.flag.default(true),
    }),
    answer: companyView,
  }),
  showCompany: endpoint({
    route: 'GET /companies/:companyId',
    access: 'user',
    summary: 'The caller’s own company; any company for super users.',
    params: z.object({ companyId: c.id }),
    answer: companyView,
    whenExpired: true,
  }),
  showCompanyPlan: endpoint({
    route: 'GET /companies/listPlan/:companyId',
    access: 'user',
    summary: 'The company with the limits and features of its plan.',
    params: z.object({ companyId: c.id }),
    answer: z.object({
      id: z.number(),
      name: z.string(),
      email: z.string().nullable(),
      status: z.boolean(),
      dueDate: z.string().nullable(),
      createdAt: c.instant,
      phone: z.string().nullable(),
      plan: planView,
    }),
    whenExpired: true,
  }),
};
