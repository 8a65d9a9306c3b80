// Imports contacts from spreadsheets and phones, and exports them.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { type ErrorCode, errorStatus } from './errors.ts';
import { event } from './event.ts';

/** The most rows of a `POST /contacts/upload` as JSON. */
export const uploadRowsMax = 1000;
/** The most rows of a spreadsheet. */
export const importRowsMax = 100_000;
/** The largest spreadsheet, in bytes. */
export const importMaxBytes = 20 * 1024 * 1024;

export const importStatuses = ['waiting', 'running', 'done', 'failed'] as const;

const code = z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]);

export const importView = z.object({
  id: z.number(),
  status: z.enum(importStatuses),
  fileName: z.string(),
  /** Non-empty rows of the sheet, without the header; null until it was read. */
  total: z.number().nullable(),
  processed: z.number(),
  created: z.number(),
  /** Rows whose number is already used by another row or a contact. */
  duplicates: z.number(),
  invalid: z.number(),
  /** Why it failed. */
  error: code.nullable(),
  userId: z.number().nullable(),
  createdAt: c.instant,
  updatedAt: c.instant,
  finishedAt: c.instant.nullable(),
});
export type ImportView = z.output<typeof importView>;
c.named.add(importView, { id: 'Import' });

/** Column indices, from 0; null if the sheet has no such column. */
export const columnMapping = z.object({ name: z.number().nullable(), number: z.number().nullable(), email: z.number().nullable() });
export type ColumnMapping = z.output<typeof columnMapping>;

/** A cell as read from a sheet; each row is validated later. */
const cell = z.union([c.text(1000), z.number().transform(String), z.boolean().transform(String), z.null().transform(() => '')]).optional();
const row = z
  .object({ name: cell, number: cell, email: cell })
  .refine((given) => Object.values(given).some((value) => value !== undefined))
  .transform(({ name = '', number = '', email = '' }) => ({ name, number, email }));
const column = z
  .union([
    z.number().int().min(0).max(199),
    z
      .string()
      .regex(/^\d{1,2}$|^1\d\d$/)
      .transform(Number),
  ])
  .optional();
const importId = z.object({ importId: c.id });

export const importEndpoints = {
  uploadContacts: endpoint({
    route: 'POST /contacts/upload',
    access: 'user',
    summary:
      'Adds contacts: up to 1000 rows as JSON are imported at once; a spreadsheet (.xlsx, sent as `file`) in the background. The columns of a sheet are guessed from their titles unless `numberColumn` is given.',
    body: z.union([
      z.object({
        contacts: z.array(row).min(1).max(uploadRowsMax).optional(),
        nameColumn: column,
        numberColumn: column,
        emailColumn: column,
      }),
      z.array(row).min(1).max(uploadRowsMax),
    ]),
    multipart: 'too',
    answer: z.object({
      newContacts: z.array(z.object({ contactId: z.number(), contactName: z.string() })),
      errorBag: z.array(
        z.object({ contactName: z.string(), contactNumber: z.string(), row: z.number(), error: z.object({ message: code }) }),
      ),
      /** For a spreadsheet. */
      import: importView.nullable(),
    }),
  }),
  importFromPhone: endpoint({
    route: 'POST /contacts/import',
    access: 'user',
    summary: 'Adds the contacts of the phone of the default connection; contacts without a name get the name they have there.',
    answer: z.object({ message: z.string(), created: z.number(), total: z.number() }),
  }),
  previewImport: endpoint({
    route: 'POST /v1/imports/preview',
    access: 'user',
    summary: 'A preview of a spreadsheet: titles, the first 20 rows, and which columns look like name, number and e-mail.',
    body: z.object({ typeArch: c.text(30).optional() }),
    multipart: 'only',
    answer: z.object({
      columns: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      total: z.number(),
      mapping: columnMapping,
    }),
  }),
  listImports: endpoint({
    route: 'GET /v1/imports',
    access: 'user',
    summary: 'Imports, newest first, 20 a page.',
    query: z.object({ pageNumber: c.pageNumber }),
    answer: z.object({ imports: z.array(importView), hasMore: z.boolean() }),
  }),
  showImport: endpoint({
    route: 'GET /v1/imports/:importId',
    access: 'user',
    summary: 'The progress of an import.',
    params: importId,
    answer: importView,
  }),
  downloadImportErrors: endpoint({
    route: 'GET /v1/imports/:importId/errors.csv',
    access: 'user',
    summary: 'The rows that were not imported: row, name, number, e-mail and the code of the reason, separated by semicolons.',
    params: importId,
    download: 'text/csv',
    answer: z.string(),
  }),
  exportContacts: endpoint({
    route: 'GET /v1/contacts/export.csv',
    access: 'user',
    summary: 'All contacts except groups as `name;number;email`; a hidden number is empty. The export is recorded in the audit log.',
    download: 'text/csv',
    answer: z.string(),
  }),
};

export const importEvents = {
  import: event({
    channel: 'import',
    heardBy: 'Everybody in the company.',
    payload: z.object({ action: z.literal('update'), import: importView }),
  }),
};
