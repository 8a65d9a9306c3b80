import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { planView } from './plans.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const clock = z.union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)]);

/** One day's opening hours of a company or queue; empty times mean open. */
export const scheduleEntry = z.object({ weekday: c.text(40), weekdayEn: z.enum(weekdays), startTime: clock, endTime: clock });
export const schedules = z.array(scheduleEntry).max(50);

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

export const companyEndpoints = {
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
