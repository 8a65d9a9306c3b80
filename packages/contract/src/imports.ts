// Contacts from spreadsheets and phones, and back into a spreadsheet.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { type ErrorCode, errorStatus } from './errors.ts';
import { event } from './event.ts';

/** Rows of one `POST /contacts/upload` as JSON. */
export const uploadRowsMax = 1000;
/** Rows of one spreadsheet. */
export const importRowsMax = 100_000;
/** The largest spreadsheet, in bytes. */
export const importMaxBytes = 20 * 1024 * 1024;

export const importStatuses = ['waiting', 'running', 'done', 'failed'] as const;

const code = z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]);

export const importView = z.object({
  id: z.number(),
  status: z.enum(importStatuses),
  fileName: z.string(),
  /** Rows of the sheet that are not empty, without the header; null until it was read. */
  total: z.number().nullable(),
  processed: z.number(),
  /** Contacts that were added. */
  created: z.number(),
  /** Rows whose number another row or a contact has. */
  duplicates: z.number(),
  /** Rows with something wrong in them. */
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

/** Columns of a sheet, from 0; null where there is none. */
export const columnMapping = z.object({ name: z.number().nullable(), number: z.number().nullable(), email: z.number().nullable() });
export type ColumnMapping = z.output<typeof columnMapping>;

/** A cell as it was read from a sheet; whether a contact can be made of it is said row by row. */
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
      'Adds contacts: up to 1000 rows as JSON are worked on at once; a spreadsheet (.xlsx, sent as `file`) is imported in the background. The columns of a sheet are guessed by their titles unless `numberColumn` is given.',
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
      /** Of a spreadsheet. */
      import: importView.nullable(),
    }),
  }),
  importFromPhone: endpoint({
    route: 'POST /contacts/import',
    access: 'user',
    summary: 'Adds the contacts of the phone behind the default connection; contacts nobody named get the name they have there.',
    answer: z.object({ message: z.string(), created: z.number(), total: z.number() }),
  }),
  previewImport: endpoint({
    route: 'POST /v1/imports/preview',
    access: 'user',
    summary: 'What a spreadsheet holds: titles, the first 20 rows, and which columns look like name, number and e-mail.',
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
    summary: 'How far an import is.',
    params: importId,
    answer: importView,
  }),
  downloadImportErrors: endpoint({
    route: 'GET /v1/imports/:importId/errors.csv',
    access: 'user',
    summary: 'The rows that were not taken: row, name, number, e-mail and the code of the reason; separated by semicolons.',
    params: importId,
    download: 'text/csv',
    answer: z.string(),
  }),
  exportContacts: endpoint({
    route: 'GET /v1/contacts/export.csv',
    access: 'user',
    summary:
      'All contacts but groups as `name;number;email`; the number is empty while it is hidden. The export is noted in the audit log.',
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
