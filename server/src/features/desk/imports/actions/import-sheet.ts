// A spreadsheet that a person uploads: looked at first, then imported in the background.
import type { Answer } from '@balcao/contract/endpoint';
import { type ColumnMapping, guessColumns, importFieldsMax, importMaxBytes } from '@balcao/contract/import-rules';
import type { ImportView, importEndpoints } from '@balcao/contract/imports';
import { importChanged } from '../../../../events/imports.ts';
import { onlyFile, storeUpload } from '../../../../gateways/files/upload.ts';
import { type Outside, userIdOf } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Upload } from '../../../../platform/http/routes.ts';
import { audit, owning } from '../../../company/system/actions.ts';
import { contactIn } from '../rules.ts';
import { insertImport } from '../store.ts';
import { importView } from '../view.ts';
import type { GivenRow } from './add-rows.ts';
import { contactSheets } from './contact-sheets.ts';
import { readSheet } from './read-sheet.ts';
import { importSoon, type SheetImport } from './run-import.ts';

const previewRows = 20;

const audited = { contacts: 'contacts.imported', list: 'contactList.imported', consents: 'consents.imported' } as const;

export type GivenColumns = {
  nameColumn?: number | undefined;
  numberColumn?: number | undefined;
  emailColumn?: number | undefined;
  fieldColumns?: number[] | undefined;
};

/** A preview of a sheet, and which of its columns look like a contact's. ERR_SHEET, ERR_SHEET_EMPTY, ERR_SHEET_TOO_LARGE, ERR_SHEETS_BUSY. */
export function previewImport(ctx: Outside, files: Upload[]): Promise<Answer<typeof importEndpoints.previewImport>> {
  return readSheet(ctx, sheetIn(files).path, async ({ titles, total, rows }) => {
    const first: string[][] = [];
    for await (const { cells } of rows) if (first.push(cells) >= previewRows) break;
    // A column may have no title, or there may be one title above all columns.
    const width = Math.max(titles.length, ...first.map((cells) => cells.length));
    const columns = Array.from({ length: width }, (_, at) => titles[at] ?? '');
    return { columns, rows: first, total, mapping: guessColumns(titles) };
  });
}

/** Starts an import of contacts. Throws as `startSheet`. */
export function startImport(ctx: Outside, files: Upload[], columns: GivenColumns): Promise<ImportView> {
  return startSheet(ctx, contactSheets, files, { columns });
}

/**
 * Starts an import of any kind; `listId` is the contact list that the rows go into. Throws as `previewImport`, and ERR_SHEET_COLUMNS if the
 * columns of number and, where it is needed, name are unknown.
 */
export async function startSheet(
  ctx: Outside,
  sheets: SheetImport,
  files: Upload[],
  { columns = {}, listId = null }: { columns?: GivenColumns; listId?: number | null } = {},
): Promise<ImportView> {
  const file = sheetIn(files);
  const { mapping, total } = await readSheet(ctx, file.path, async ({ titles, total }) => ({ mapping: mappingOf(titles, columns), total }));
  if ((mapping.name === null && sheets.named) || mapping.number === null) throw new AppError('ERR_SHEET_COLUMNS');
  const stored = await storeUpload(ctx, file);
  return owning(ctx, [stored.key], () =>
    transaction(ctx, async (ctx) => {
      const userId = userIdOf(ctx.actor);
      const { kind } = sheets;
      const row = await insertImport(ctx, {
        userId,
        kind,
        listId,
        fileKey: stored.key,
        fileName: stored.name,
        mapping,
        total,
        at: ctx.now(),
      });
      await audit(ctx, { verb: audited[kind], subject: String(row.id), details: { rows: total } });
      await importSoon(ctx, sheets, row.id);
      await ctx.publish(importChanged, { import: importView(row) });
      return importView(row);
    }),
  );
}

/** The rows of a sheet, read at once; null if there are more than `max`. Throws as `startSheet`. */
export function sheetRows(ctx: Outside, files: Upload[], max: number): Promise<GivenRow[] | null> {
  return readSheet(ctx, sheetIn(files).path, async ({ titles, total, rows }) => {
    const mapping = mappingOf(titles, {});
    if (mapping.name === null || mapping.number === null) throw new AppError('ERR_SHEET_COLUMNS');
    if (total > max) return null;
    const given: GivenRow[] = [];
    for await (const row of rows) given.push({ row: row.at, ...contactIn(row.cells, titles, mapping) });
    return given;
  });
}

function sheetIn(files: Upload[]): Upload {
  const file = onlyFile(files, 'file');
  if (file.size > importMaxBytes) throw new AppError('ERR_SHEET_TOO_LARGE', { maxBytes: importMaxBytes });
  return file;
}

/** The chosen columns; else those recognised by their titles. */
function mappingOf(titles: readonly string[], { nameColumn, numberColumn, emailColumn, fieldColumns }: GivenColumns): ColumnMapping {
  const guessed = guessColumns(titles);
  const chosen =
    numberColumn === undefined
      ? guessed
      : { name: nameColumn ?? null, number: numberColumn, email: emailColumn ?? null, fields: guessed.fields };
  const used: (number | null)[] = [chosen.name, chosen.number, chosen.email];
  const fields = (fieldColumns ?? chosen.fields).filter((column) => !used.includes(column) && (titles[column] ?? '') !== '');
  return { ...chosen, fields: [...new Set(fields)].slice(0, importFieldsMax) };
}
