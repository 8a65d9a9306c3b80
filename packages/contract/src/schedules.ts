import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { messageBodyMax } from './message-rules.ts';
import { repeats } from './recurrence-rules.ts';
import { templateChoice } from './templates.ts';

/** `PENDENTE` waits for its time; `AGENDADA` is in the conversation and being sent. */
export const scheduleStatuses = ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO', 'CANCELADA'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

export const scheduleView = z.object({
  id: z.number(),
  body: z.string(),
  contactId: z.number(),
  contact: z.object({ id: z.number(), name: z.string() }),
  /** Who wrote it. */
  userId: z.number().nullable(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  companyId: z.number(),
  /** The connection to send with; null: the author’s, the default or any that is connected. */
  whatsappId: z.number().nullable(),
  /** Null also when it was removed. */
  whatsapp: z.object({ id: z.number(), name: z.string(), status: z.string() }).nullable(),
  sendAt: c.instant,
  sentAt: c.instant.nullable(),
  status: z.enum(scheduleStatuses),
  /**
   * Why it was not sent, or waits: a reason of the channel (as of messages), of the health of the number (`restricted`, `limit_reached`,
   * `refused`, `failures`, `slowed`: its turn comes), or `too_late`, `no_plan`, `subscription_expired`,
   * `company_inactive`, `connection_deleted`, `no_connection`, `window_closed`, `opted_out`, `answered`, `file_refused`, `no_text`.
   */
  failReason: z.string().nullable(),
  /** Until when the health of the number holds it back, as far as is known; null if it does not. */
  heldUntil: c.instant.nullable(),
  /** The conversation it went to. */
  ticketId: z.number().nullable(),
  ticketUuid: z.string().nullable(),
  repeat: z.enum(repeats),
  /** For `week`: 0 is Sunday. */
  repeatDays: z.array(z.number()),
  /** For `month`: the day of the month. */
  monthDay: z.number(),
  /** The last day, YYYY-MM-DD. */
  repeatUntil: z.string().nullable(),
  /** Not sent if the customer wrote after it was scheduled. */
  cancelIfAnswered: z.boolean(),
  /** The author gets the conversation when it is sent, unless a colleague has it. */
  openTicket: z.boolean(),
  /** Absolute URL, valid for a while. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** Its files go before the text; null also when the list was removed. */
  fileListId: z.number().nullable(),
  fileList: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Of a Cloud API number: what goes instead if the window is shut then. Values may contain the variables of texts. */
  template: templateChoice.nullable(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type ScheduleView = z.output<typeof scheduleView>;
c.named.add(scheduleView, { id: 'Schedule' });

/** With its offset, or as the company's clock shows it: `2026-11-23T09:00`. */
const moment = z
  .string()
  .max(40)
  .regex(/^20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/)
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not a time');

export const scheduleBodyMin = 5;

const fields = {
  /** May contain variables such as `{{firstName}}`. */
  body: c
    .text(messageBodyMax)
    .transform((value) => value.trim())
    .pipe(z.string().min(scheduleBodyMin)),
  sendAt: moment,
  contactId: c.id,
  whatsappId: c.optionalId,
  fileListId: c.optionalId,
  /** Needs `whatsappId`, and must be one that this number can send. Another connection takes it away. */
  template: templateChoice.nullish(),
  repeat: z.enum(repeats).optional(),
  repeatDays: z.array(z.number().int().min(0).max(6)).max(7).optional(),
  repeatUntil: z.union([c.day, z.null(), z.literal('').transform(() => null)]).optional(),
  cancelIfAnswered: c.flag.optional(),
  openTicket: c.flag.optional(),
};
const scheduleId = z.object({ scheduleId: c.id });
const plan = 'useSchedules';

export const scheduleEndpoints = {
  listSchedules: endpoint({
    route: 'GET /schedules',
    access: 'user',
    plan,
    summary: 'Scheduled messages, latest first, 20 a page; searched by text and contact.',
    query: z.object({ ...c.page, contactId: c.optionalId, userId: c.optionalId }),
    answer: z.object({ schedules: z.array(scheduleView), count: z.number(), hasMore: z.boolean() }),
  }),
  showCalendar: endpoint({
    route: 'GET /v1/schedules/calendar',
    access: 'user',
    plan,
    summary:
      'The scheduled messages from `from` until before `to`, by time, and earlier ones that repeat and still wait; at most 1,000. `counts` are those of the time between, whatever is searched.',
    query: z.object({ from: moment.optional(), to: moment.optional(), searchParam: c.searchParam }),
    answer: z.object({
      schedules: z.array(scheduleView),
      counts: z.object({ waiting: z.number(), sent: z.number(), failed: z.number() }),
      hasMore: z.boolean(),
    }),
  }),
  showSchedule: endpoint({
    route: 'GET /schedules/:scheduleId',
    access: 'user',
    plan,
    summary: 'One scheduled message.',
    params: scheduleId,
    answer: scheduleView,
  }),
  createSchedule: endpoint({
    route: 'POST /schedules',
    access: 'user',
    plan,
    summary: 'Schedules a message to a contact. A time that has passed is now.',
    body: z.object(fields),
    answer: scheduleView,
  }),
  updateSchedule: endpoint({
    route: 'PUT /schedules/:scheduleId',
    access: 'user',
    plan,
    summary:
      'Changes a scheduled message that was not sent. One that failed or was cancelled waits again. ERR_SCHEDULE_SENT when it was sent or is being sent.',
    params: scheduleId,
    body: z.object(fields).partial(),
    answer: scheduleView,
  }),
  overruleSchedule: endpoint({
    route: 'POST /v1/schedules/:scheduleId/overrule',
    access: 'admin',
    plan,
    summary:
      'Sends one that is held back by the health of its number as soon as it is due. Recorded in the audit log. ERR_SCHEDULE_SENT when it was sent or is being sent.',
    params: scheduleId,
    answer: scheduleView,
  }),
  deleteSchedule: endpoint({
    route: 'DELETE /schedules/:scheduleId',
    access: 'user',
    plan,
    summary: 'Removes a scheduled message and all its repetitions to come. A message that was sent stays in its conversation.',
    params: scheduleId,
    answer: c.message,
  }),
  attachToSchedule: endpoint({
    route: 'POST /schedules/:scheduleId/media-upload',
    access: 'user',
    plan,
    summary: 'Sets the picture of the scheduled message (png, jpg), sent as `file`, and replaces the one it has.',
    params: scheduleId,
    body: z.object({ typeArch: c.text(30).optional() }),
    multipart: 'only',
    answer: z.object({ mensagem: z.string(), schedule: scheduleView }),
  }),
  detachFromSchedule: endpoint({
    route: 'DELETE /schedules/:scheduleId/media-upload',
    access: 'user',
    plan,
    summary: 'Removes the picture of a scheduled message.',
    params: scheduleId,
    answer: z.object({ mensagem: z.string(), schedule: scheduleView }),
  }),
};

const news = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['create', 'update']), schedule: scheduleView }),
  z.object({ action: z.literal('delete'), scheduleId: z.number() }),
]);

export const scheduleEvents = {
  schedule: event({ channel: 'schedule', heardBy: 'Everybody in the company.', payload: news }),
  /** Existing clients listen without the dash. */
  scheduleJoined: event({
    channel: 'schedule',
    joined: true,
    heardBy: 'Everybody in the company. Existing clients listen to this name.',
    payload: news,
  }),
};
