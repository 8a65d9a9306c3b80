import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';

export const queueOptionView = z.object({
  id: z.number(),
  title: z.string(),
  /** Sent when it is chosen, above its own options if it has any. */
  message: z.string(),
  /** Its number in the menu, digits; the server keeps siblings numbered 1, 2, 3… */
  option: z.string(),
  queueId: z.number(),
  /** Null: top level. */
  parentId: z.number().nullable(),
  /** Signed and expiring path of the file sent with it. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type QueueOptionView = z.output<typeof queueOptionView>;

/** -1, null or missing: top level. */
const parentId = z.union([c.id, z.union([z.literal(-1), z.literal('-1'), z.literal(''), z.null()]).transform(() => null)]);
const fields = { title: c.name(1, 100), message: c.optionalText(4096), option: z.union([c.count, z.null()]).optional() };
const optionId = z.object({ queueOptionId: c.id });
const queueId = z.object({ queueId: c.id });
const mensagem = z.object({ mensagem: z.string() });
const oneFile = { body: z.object({ typeArch: c.text(30).optional() }), multipart: 'only', answer: mensagem } as const;

/** An option to refer to: a saved one, or by a negative id one that an earlier step of the same call added. */
const optionRef = z.number().int().min(-2000).max(Number.MAX_SAFE_INTEGER);
export const optionStep = z.object({
  do: z.enum(['create', 'change', 'place', 'delete']),
  /** Of a new option: a negative number of its own. */
  id: optionRef,
  /** Of a new option, which also needs a title: the option above it; null is the top level. */
  parentId: optionRef.nullable().optional(),
  /** Its place among its siblings. */
  option: c.id.optional(),
  title: fields.title.optional(),
  message: c.text(4096).optional(),
});
export type OptionStep = z.output<typeof optionStep>;

export const queueOptionEndpoints = {
  publishQueueOptions: endpoint({
    route: 'PUT /v1/queues/:queueId/options',
    access: 'admin',
    summary:
      'Changes options of a queue in steps, all of them or none. A new option gets a negative `id`, by which later steps refer to it. An option that is gone already counts as deleted.',
    params: queueId,
    body: z.object({ steps: z.array(optionStep).min(1).max(2000) }),
    answer: z.object({
      /** The new options: the negative id and the one it got. */
      created: z.array(z.object({ id: z.number(), optionId: z.number() })),
      /** When it changed, as in the news of the menus. */
      at: c.instant,
    }),
  }),
  listQueueOptions: endpoint({
    route: 'GET /queue-options',
    access: 'user',
    summary: 'Options of a queue in menu order: those below `parentId` (-1 is the top level), or without it the whole tree.',
    query: z.object({ queueId: c.id.optional(), parentId: parentId.optional(), queueOptionId: c.optionalId }),
    answer: z.array(queueOptionView),
  }),
  showQueueOption: endpoint({
    route: 'GET /queue-options/:queueOptionId',
    access: 'user',
    summary: 'One option.',
    params: optionId,
    answer: queueOptionView,
  }),
  createQueueOption: endpoint({
    route: 'POST /queue-options',
    access: 'admin',
    summary: 'Adds an option; `option` is its place among its siblings, by default the last.',
    body: z.object({ ...fields, queueId: c.id, parentId: parentId.optional() }),
    answer: queueOptionView,
  }),
  updateQueueOption: endpoint({
    route: 'PUT /queue-options/:queueOptionId',
    access: 'admin',
    summary: 'Changes an option, and its place among its siblings. It stays below its parent.',
    params: optionId,
    body: z.object(fields).partial(),
    answer: queueOptionView,
  }),
  deleteQueueOption: endpoint({
    route: 'DELETE /queue-options/:queueOptionId',
    access: 'admin',
    summary: 'Removes an option with all below it and renumbers its siblings.',
    params: optionId,
    answer: c.message,
  }),
  uploadQueueMedia: endpoint({
    route: 'POST /queue/:queueId/media-upload',
    access: 'admin',
    summary: 'Sets the file that is sent after the greeting of the queue (multipart `file`).',
    params: queueId,
    ...oneFile,
  }),
  deleteQueueMedia: endpoint({
    route: 'DELETE /queue/:queueId/media-upload',
    access: 'admin',
    summary: 'Removes the file.',
    params: queueId,
    answer: mensagem,
  }),
  uploadQueueOptionMedia: endpoint({
    route: 'POST /queue-options/:queueOptionId/media-upload',
    access: 'admin',
    summary: 'Sets the file that is sent with the option (multipart `file`).',
    params: optionId,
    ...oneFile,
  }),
  deleteQueueOptionMedia: endpoint({
    route: 'DELETE /queue-options/:queueOptionId/media-upload',
    access: 'admin',
    summary: 'Removes the file.',
    params: optionId,
    answer: mensagem,
  }),
};

/** The current menu: the options below `parentId` (null: top level). If an option is missing, everything below it is gone too. */
export const queueMenu = z.object({
  queueId: z.number(),
  parentId: z.number().nullable(),
  /** In menu order. */
  options: z.array(queueOptionView),
  /** When it changed; of two menus, the later is valid. */
  at: c.instant,
});
export type QueueMenu = z.output<typeof queueMenu>;

export const queueOptionEvents = {
  queueOption: event({
    channel: 'queue-option',
    heardBy: 'The admins of the company.',
    payload: queueMenu.extend({ action: z.literal('update') }),
  }),
};
