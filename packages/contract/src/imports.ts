// Imports contacts from spreadsheets and phones, and exports them.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { type ErrorCode, errorStatus } from './errors.ts';
import { event } from './event.ts';
import { importMaxBytes, isContactRow } from './import-rules.ts';

/** The most rows of a `POST /contacts/upload` as JSON. */
export const uploadRowsMax = 1000;
/** The most rows of a spreadsheet. */
export const importRowsMax = 100_000;

export const importKinds = ['contacts', 'list', 'consents'] as const;
export const importStatuses = ['waiting', 'running', 'done', 'failed'] as const;

const code = z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]);

export const importView = z.object({
  id: z.number(),
  status: z.enum(importStatuses),
  /** What the rows become. */
  kind: z.enum(importKinds),
  /** For `list`: the contact list; null if it was removed. */
  contactListId: z.number().nullable(),
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

/** Column indices, from 0; null if the sheet has no such column. `fields`: the columns that become custom fields, named by their titles. */
export const columnMapping = z.object({
  name: z.number().nullable(),
  number: z.number().nullable(),
  email: z.number().nullable(),
  fields: z.array(z.number()),
});

/** A cell as read from a sheet; each row is validated later. */
const cell = z.union([c.text(1000), z.number().transform(String), z.boolean().transform(String), z.null().transform(() => '')]).optional();
/** Keys are `name`, `number` and `email`, or titles of columns as a sheet has them (`Nome`, `número`, …); all others become custom fields. */
const row = z
  .object({ name: cell, number: cell, email: cell })
  .catchall(cell)
  .refine((given) => isContactRow(Object.keys(given).filter((key) => given[key] !== undefined)))
  .refine((given) => Object.keys(given).length <= 200);
const column = z
  .union([
    z.number().int().min(0).max(199),
    z
      .string()
      .regex(/^\d{1,2}$|^1\d\d$/)
      .transform(Number),
  ])
  .optional();
/** Columns separated by commas; empty for none. */
const columns = z
  .string()
  .regex(/^(\d{1,3}(,\d{1,3}){0,199})?$/)
  .transform((written) => (written === '' ? [] : written.split(',').map(Number)))
  .optional();
const importId = z.object({ importId: c.id });

export const importEndpoints = {
  uploadContacts: endpoint({
    route: 'POST /contacts/upload',
    access: 'user',
    summary:
      'Adds contacts: up to 1000 rows as JSON are imported at once; a spreadsheet (.xlsx, .xls or .csv, sent as `file`) in the background. The columns of a sheet are guessed from their titles unless `numberColumn` is given. The other columns with a title become custom fields, or only those in `fieldColumns`.',
    body: z.union([
      z.object({
        contacts: z.array(row).min(1).max(uploadRowsMax).optional(),
        nameColumn: column,
        numberColumn: column,
        emailColumn: column,
        fieldColumns: columns,
      }),
      z.array(row).min(1).max(uploadRowsMax),
    ]),
    multipart: 'too',
    jsonMaxBytes: 10 * 1024 * 1024,
    files: { maxBytes: importMaxBytes, tooLarge: 'ERR_SHEET_TOO_LARGE' },
    answer: z.object({
      newContacts: z.array(z.object({ contactId: z.number(), contactName: z.string() })),
      errorBag: z.array(
        z.object({
          contactName: z.string(),
          contactNumber: z.string(),
          row: z.number(),
          error: z.object({ message: code }),
          /** The contact that has the number already. */
          contactId: z.number().nullable(),
        }),
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
    summary:
      'A preview of a spreadsheet (.xlsx, .xls or .csv): titles, the first 20 rows, and which columns look like name, number and e-mail.',
    body: z.object({ typeArch: c.text(30).optional() }),
    multipart: 'only',
    files: { maxBytes: importMaxBytes, tooLarge: 'ERR_SHEET_TOO_LARGE' },
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
    summary:
      'The rows that were not imported: row, name, number, e-mail, the code of the reason, the id of the contact that has the number already, and the custom fields, separated by semicolons.',
    params: importId,
    download: 'text/csv',
    answer: z.string(),
  }),
  exportContacts: endpoint({
    route: 'GET /v1/contacts/export.csv',
    access: 'user',
    right: 'exportContacts',
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
