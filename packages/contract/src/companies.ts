import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { recurrences } from './plan-rules.ts';
import { planView } from './plans.ts';
import { weekdays } from './schedule-rules.ts';
import { userLimits } from './user-rules.ts';

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
  /** For how many days after the last one its people may still look at everything. */
  graceDays: z.number(),
  planId: z.number().nullable(),
  /** Whom its invoices are for. */
  billingName: z.string().nullable(),
  /** CPF or CNPJ, digits. */
  billingDocument: z.string().nullable(),
  addressZipCode: z.string().nullable(),
  addressStreet: z.string().nullable(),
  addressDistrict: z.string().nullable(),
  addressCity: z.string().nullable(),
  addressState: z.string().nullable(),
  addressCountry: z.string(),
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

/** A company as operators see it. */
export const listedCompany = companyView.extend({
  plan: z.object({ id: z.number(), name: z.string(), value: z.number() }).nullable(),
});
export type ListedCompany = z.output<typeof listedCompany>;
c.named.add(listedCompany, { id: 'ListedCompany' });

/** `true`, `t` and the like, as existing clients write it. */
export const companyStatus = z.union([z.boolean(), z.enum(['t', 'true', 'f', 'false']).transform((v) => v === 't' || v === 'true')]);
export const dueDate = z.union([
  c.day,
  z.iso.datetime({ offset: true }).transform((v) => v.slice(0, 10)),
  z.null(),
  z.literal('').transform(() => null),
]);
export const companyPhone = c
  .text(20)
  .transform((value) => value.replace(/\D/g, ''))
  .pipe(z.string().max(11))
  .nullish();

const line = (max: number) =>
  c
    .text(max)
    .transform((text) => text.trim() || null)
    .nullable();
const document = c
  .text(20)
  .transform((text) => text.replace(/\D/g, ''))
  .pipe(z.string().regex(/^(\d{11}|\d{14})?$/))
  .transform((digits) => digits || null)
  .nullable();

/** What operators set of a company, beside its name and plan. */
export const companyTerms = {
  billingName: line(120),
  billingDocument: document,
  addressZipCode: line(10),
  addressStreet: line(160),
  addressDistrict: line(80),
  addressCity: line(80),
  addressState: line(40),
  addressCountry: z.enum(['BR', 'usa']),
  graceDays: z.number().int().min(0).max(90),
};

const companyId = z.object({ companyId: c.id });

export const companyEndpoints = {
  listCompanies: endpoint({
    route: 'GET /companies',
    access: 'super',
    summary: 'Every company by name, 20 a page; searched by name and e-mail.',
    query: z.object(c.page),
    answer: z.object({ companies: z.array(listedCompany), count: z.number(), hasMore: z.boolean() }),
  }),
  listAllCompanies: endpoint({
    route: 'GET /companies/list',
    access: 'super',
    summary: 'Every company by name, with its plan and settings; at most 1000.',
    answer: z.array(listedCompany),
  }),
  updateCompany: endpoint({
    route: 'PUT /companies/:companyId',
    access: 'super',
    summary:
      'Changes the given fields of a company. An empty due date is none. Under a smaller plan what is above its limits stays, and nothing is added.',
    params: companyId,
    body: z
      .object({
        name: c.name(userLimits.nameMin, userLimits.nameMax),
        email: c.email,
        phone: companyPhone,
        planId: c.optionalId,
        status: companyStatus,
        dueDate,
        recurrence: z.union([z.enum(recurrences), z.literal('').transform(() => 'MENSAL' as const)]),
        campaignsEnabled: c.flag,
        ...companyTerms,
      })
      .partial(),
    answer: listedCompany,
  }),
  deleteCompany: endpoint({
    route: 'DELETE /companies/:companyId',
    access: 'super',
    summary: 'Removes a company with everything in it. Operators cannot remove their own (ERR_OWN_COMPANY).',
    params: companyId,
    answer: c.message,
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
  companyRecord: event({
    channel: 'company-record',
    global: true,
    heardBy: 'The operators of the platform.',
    payload: z.object({ action: z.enum(['create', 'update', 'delete']), companyId: z.number() }),
  }),
};
