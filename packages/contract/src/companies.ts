import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { planView } from './plans.ts';
import { weekdays } from './schedule-rules.ts';

const clock = z.union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)]);

/** Opening hours of a day; a day may have several. Empty times: open; equal times: closed; an end before the start: on the next day. */
export const scheduleEntry = z.object({ weekday: c.text(40), weekdayEn: z.enum(weekdays), startTime: clock, endTime: clock });
export const schedules = z.array(scheduleEntry).max(50);

/** A day that replaces the week's hours: closed, or open between `from` and `to`. */
export const holiday = z.object({ date: c.day, from: clock.optional(), to: clock.optional(), name: c.text(60).optional() });
export const holidays = z.array(holiday).max(400);

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
  holidays,
  settings: z.array(settingView),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type CompanyView = z.output<typeof companyView>;
c.named.add(companyView, { id: 'Company' });

/** The signed-in user's company. Without a plan it has no features. */
export const companyWithPlan = companyView.extend({ plan: planView.nullable() });
export type CompanyWithPlan = z.output<typeof companyWithPlan>;
c.named.add(companyWithPlan, { id: 'CompanyWithPlan' });

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
  updateSchedules: endpoint({
    route: 'PUT /companies/:companyId/schedules',
    access: 'admin',
    summary: 'Sets the opening hours of the caller’s own company, and its holidays if given; any company for super users.',
    params: z.object({ companyId: c.id }),
    body: z.object({ id: c.optionalId, schedules, holidays: holidays.optional() }),
    answer: companyView,
  }),
};

export const companyEvents = {
  company: event({
    channel: 'company',
    heardBy: 'Everybody in the company.',
    payload: z.object({ action: z.literal('update'), company: companyView }),
  }),
};
