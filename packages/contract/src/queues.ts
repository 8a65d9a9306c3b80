import { z } from 'zod';
import { assignmentModes, capacityLimits } from './assignment-rules.ts';
import * as c from './common.ts';
import { schedules } from './companies.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';

export const queueView = z.object({
  id: z.number(),
  name: z.string(),
  color: z.string(),
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  orderQueue: z.number().nullable(),
  schedules,
  integrationId: z.number().nullable(),
  promptId: z.number().nullable(),
  /** Who gets the tickets that come to the queue without a person. */
  assignment: z.enum(assignmentModes),
  /** How many open conversations a person may have and still be given one of this queue. */
  assignmentCapacity: z.number(),
  /** Within how many open minutes a customer is promised a first answer, and a solution; null: no promise. */
  firstAnswerMinutes: z.number().nullable(),
  resolutionMinutes: z.number().nullable(),
  /** Signed and expiring path of the file sent after the greeting. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  companyId: z.number(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type QueueView = z.output<typeof queueView>;
c.named.add(queueView, { id: 'Queue' });

/** In open minutes; null: no promise. */
const promise = z.union([z.literal('').transform(() => null), z.number().int().min(1).max(100_000), z.null()]).optional();

const fields = {
  name: c.name(2, 50),
  /** Three digits are expanded to six, so that each colour is stored in one form. */
  color: c
    .text(9, 3)
    .transform((value) => value.trim().toLowerCase())
    .pipe(z.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/))
    .transform((value) => (value.length === 4 ? value.replace(/[0-9a-f]/g, '$&$&') : value)),
  greetingMessage: c.optionalText(4096),
  outOfHoursMessage: c.optionalText(4096),
  orderQueue: z.union([z.literal('').transform(() => null), c.count, z.null()]).optional(),
  schedules: schedules.optional(),
  promptId: c.optionalId,
  integrationId: c.optionalId,
  assignment: z.enum(assignmentModes).optional(),
  assignmentCapacity: z.number().int().min(capacityLimits.min).max(capacityLimits.max).optional(),
  firstAnswerMinutes: promise,
  resolutionMinutes: promise,
};
const queueId = z.object({ queueId: c.id });

export const queueEndpoints = {
  listQueues: endpoint({
    route: 'GET /queue',
    access: 'user',
    summary: 'The queues of the company, in order.',
    answer: z.array(queueView),
  }),
  showQueue: endpoint({ route: 'GET /queue/:queueId', access: 'user', summary: 'One queue.', params: queueId, answer: queueView }),
  createQueue: endpoint({
    route: 'POST /queue',
    access: 'admin',
    summary: 'Adds a queue within the limit of the plan.',
    body: z.object(fields),
    answer: queueView,
  }),
  updateQueue: endpoint({
    route: 'PUT /queue/:queueId',
    access: 'admin',
    summary: 'Changes a queue.',
    params: queueId,
    body: z.object(fields).partial(),
    answer: queueView,
    status: 201,
  }),
  deleteQueue: endpoint({
    route: 'DELETE /queue/:queueId',
    access: 'admin',
    summary: 'Removes a queue; its tickets wait without a queue.',
    params: queueId,
    answer: z.object({}),
  }),
};

export const queueEvents = {
  queue: event({
    channel: 'queue',
    heardBy: 'Everybody in the company.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.literal('update'), queue: queueView }),
      z.object({ action: z.literal('delete'), queueId: z.number() }),
    ]),
  }),
};
