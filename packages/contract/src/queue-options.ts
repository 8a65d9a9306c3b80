import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';

export const queueOptionView = z.object({
  id: z.number(),
  title: z.string(),
  /** What is said when it is chosen; above its own options, if it has any. */
  message: z.string(),
  /** Its number in the menu, digits; the server keeps siblings numbered 1, 2, 3… */
  option: z.string(),
  queueId: z.number(),
  /** Null at the top. */
  parentId: z.number().nullable(),
  /** Signed and expiring path of the file that goes out with it. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type QueueOptionView = z.output<typeof queueOptionView>;

/** The top is -1, null or left out. */
const parentId = z.union([c.id, z.union([z.literal(-1), z.literal('-1'), z.literal(''), z.null()]).transform(() => null)]);
const fields = { title: c.name(1, 100), message: c.optionalText(4096), option: z.union([c.count, z.null()]).optional() };
const optionId = z.object({ queueOptionId: c.id });
const queueId = z.object({ queueId: c.id });
const mensagem = z.object({ mensagem: z.string() });
const oneFile = { body: z.object({ typeArch: c.text(30).optional() }), multipart: 'only', answer: mensagem } as const;

export const queueOptionEndpoints = {
  listQueueOptions: endpoint({
    route: 'GET /queue-options',
    access: 'user',
    summary: 'Options of a queue in the order of their menus: those below `parentId` (-1 is the top), or of the whole tree without it.',
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
    summary: 'Adds an option; `option` is its place among its siblings, the end unless given.',
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
    summary: 'Removes an option with all below it; its siblings are numbered anew.',
    params: optionId,
    answer: c.message,
  }),
  uploadQueueMedia: endpoint({
    route: 'POST /queue/:queueId/media-upload',
    access: 'admin',
    summary: 'Sets the file that goes out after the greeting of the queue (multipart `file`).',
    params: queueId,
    ...oneFile,
  }),
  deleteQueueMedia: endpoint({
    route: 'DELETE /queue/:queueId/media-upload',
    access: 'admin',
    summary: 'Sends no file any more.',
    params: queueId,
    answer: mensagem,
  }),
  uploadQueueOptionMedia: endpoint({
    route: 'POST /queue-options/:queueOptionId/media-upload',
    access: 'admin',
    summary: 'Sets the file that goes out with the option (multipart `file`).',
    params: optionId,
    ...oneFile,
  }),
  deleteQueueOptionMedia: endpoint({
    route: 'DELETE /queue-options/:queueOptionId/media-upload',
    access: 'admin',
    summary: 'Sends no file any more.',
    params: optionId,
    answer: mensagem,
  }),
};

/** One menu of a queue as it is now: the options below `parentId` (null: at the top). What is below an option that is gone is gone too. */
export const queueMenu = z.object({
  queueId: z.number(),
  parentId: z.number().nullable(),
  /** In their order. */
  options: z.array(queueOptionView),
  /** When it came to be so; of two, the later one counts. */
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
