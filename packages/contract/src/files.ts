// Lists of files that are sent together, e.g. with a campaign.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { fileOptionsMax } from './file-rules.ts';
import { messageView } from './messages.ts';

export const fileOption = z.object({
  id: z.number(),
  fileId: z.number(),
  name: z.string(),
  /** The file's name; empty before its upload. */
  path: z.string(),
  mediaType: z.string(),
  /** Absolute URL, valid for a while; null before the upload. */
  url: z.string().nullable(),
  size: z.number().nullable(),
});

export const fileListView = z.object({
  id: z.number(),
  name: z.string(),
  message: z.string(),
  /** The author; null if the product made it. */
  userId: z.number().nullable(),
  companyId: z.number(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type FileListView = z.output<typeof fileListView>;
c.named.add(fileListView, { id: 'FileList' });

export const fileListDetail = fileListView.extend({
  /** In the order given. */
  options: z.array(fileOption),
});
export type FileListDetail = z.output<typeof fileListDetail>;
c.named.add(fileListDetail, { id: 'FileListDetail' });

const fields = {
  name: c.name(3, 100),
  message: c.name(1, 4096),
  /** An entry with an id stays, with its new name; others are added; missing ones are removed with their file. */
  options: z
    .array(z.object({ id: c.optionalId, name: c.text(200) }))
    .max(fileOptionsMax)
    .optional(),
};
const fileListId = z.object({ fileListId: c.id });
const oneOrMany = <T extends z.ZodType>(one: T) => z.union([one, z.array(one).max(fileOptionsMax)]).optional();

export const fileEndpoints = {
  listFileLists: endpoint({
    route: 'GET /files',
    access: 'user',
    summary: 'File lists by name, 20 a page.',
    query: z.object(c.page),
    answer: z.object({ files: z.array(fileListView), count: z.number(), hasMore: z.boolean() }),
  }),
  showFileList: endpoint({
    route: 'GET /files/:fileListId',
    access: 'user',
    summary: 'One file list with its files.',
    params: fileListId,
    answer: fileListDetail,
  }),
  createFileList: endpoint({
    route: 'POST /files',
    access: 'user',
    summary:
      'Adds a file list. Upload the files with `POST /files/uploadList/:fileListId`, under the returned ids, which are in the order given.',
    body: z.object(fields),
    answer: fileListDetail,
  }),
  updateFileList: endpoint({
    route: 'PUT /files/:fileListId',
    access: 'user',
    summary: 'Changes a file list.',
    params: fileListId,
    body: z.object(fields).partial(),
    answer: fileListDetail,
  }),
  deleteFileList: endpoint({
    route: 'DELETE /files/:fileListId',
    access: 'user',
    summary: 'Removes a file list with its files.',
    params: fileListId,
    answer: c.message,
  }),
  sendFileList: endpoint({
    route: 'POST /v1/tickets/:ticketId/files',
    access: 'user',
    summary: 'Sends all files of a list to the customer of a ticket, with its message at the first.',
    idempotent: true,
    params: z.object({ ticketId: c.id }),
    body: z.object({ fileListId: c.id }),
    answer: z.array(messageView),
  }),
  uploadFiles: endpoint({
    route: 'POST /files/uploadList/:fileListId',
    access: 'user',
    summary: 'Uploads the files of a list as `files`. `id` names, in the same order, the entry of each file.',
    params: fileListId,
    body: z.object({
      id: oneOrMany(c.id),
      name: oneOrMany(c.text(200)),
      mediaType: oneOrMany(c.text(100)),
      fileId: c.optionalId,
      typeArch: c.text(30).optional(),
    }),
    multipart: 'only',
    files: { max: fileOptionsMax },
    answer: z.object({ mensagem: z.string(), files: fileListDetail }),
  }),
};

export const fileEvents = {
  file: event({
    channel: 'file',
    heardBy: 'Everybody in the company.',
    payload: z.discriminatedUnion('action', [
      /** Both fields are the same; existing clients read `files`. */
      z.object({ action: z.enum(['create', 'update']), fileList: fileListView, files: fileListView }),
      /** A list was removed. Existing clients fail on `delete` here. */
      z.object({ action: z.literal('reload'), fileId: z.number() }),
    ]),
  }),
};
