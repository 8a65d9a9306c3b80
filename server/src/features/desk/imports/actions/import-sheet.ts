// A spreadsheet is imported in the background in batches of a few hundred rows, each in a short transaction that also saves the progress.
// After a crash the file is read again, and the import continues after the last committed batch. Between two batches it pauses longer than
// it worked, and browsers hear of it now and then, not for each batch: agents who answer customers come first.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { Answer } from '@balcao/contract/endpoint';
import { type ColumnMapping, guessColumns, importFieldsMax, importMaxBytes } from '@balcao/contract/import-rules';
import { type ImportView, type importEndpoints, importRowsMax } from '@balcao/contract/imports';
import { z } from 'zod';
import { contactsChanged } from '../../../../events/contacts.ts';
import { importChanged } from '../../../../events/imports.ts';
import { type Sheet, SheetFailure } from '../../../../gateways/files/sheets.ts';
import { onlyFile, storeUpload } from '../../../../gateways/files/upload.ts';
import type { Outside, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { faultPoint } from '../../../../platform/faults.ts';
import type { Upload } from '../../../../platform/http/routes.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { audit, owning, removeFilesLater } from '../../../company/system/actions.ts';
import { contactIn } from '../rules.ts';
import { type ImportRow, insertImport, insertRefused, lockImport, saveImport } from '../store.ts';
import { importView } from '../view.ts';
import { addRows, type CheckedRow, checkRow } from './add-rows.ts';

const rowsAtOnce = 100;
/** The pause after a batch: this many times its duration, up to a limit. */
const restShare = 3;
const restMaxMs = 300;
/** Browsers are told the progress at most this often. */
const announceEveryMs = 1000;
const previewRows = 20;

export const importJob = defineJob({
  name: 'imports.run',
  payload: z.object({ importId: z.number() }),
  maxAttempts: 8,
  run: (ctx, { importId }) => runImport(ctx, importId),
  // Imported rows stay. The same sheet can be imported again and adds nothing twice.
  givenUp: (ctx, { importId }) => finish(ctx, importId, 'ERR_INTERNAL_SERVER_ERROR'),
});

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

/** Starts an import. Throws as `previewImport`, and ERR_SHEET_COLUMNS if the columns of name and number are unknown. */
export async function startImport(ctx: Outside, files: Upload[], columns: GivenColumns): Promise<ImportView> {
  const file = sheetIn(files);
  const { mapping, total } = await readSheet(ctx, file.path, async ({ titles, total }) => ({ mapping: mappingOf(titles, columns), total }));
  if (mapping.name === null || mapping.number === null) throw new AppError('ERR_SHEET_COLUMNS');
  const stored = await storeUpload(ctx, file);
  return owning(ctx, [stored.key], () =>
    transaction(ctx, async (ctx) => {
      const userId = ctx.actor.kind === 'user' ? ctx.actor.id : null;
      const row = await insertImport(ctx, { userId, fileKey: stored.key, fileName: stored.name, mapping, total, at: ctx.now() });
      await audit(ctx, { verb: 'contacts.imported', subject: String(row.id), details: { rows: total } });
      await ctx.enqueue(importJob, { importId: row.id }, { queue: 'imports' });
      await ctx.publish(importChanged, { import: importView(row) });
      return importView(row);
    }),
  );
}

/** Runs an import to its end. Running it again, also after a crash, adds nothing twice. */
export async function runImport(ctx: Outside, importId: number): Promise<void> {
  const begun = await transaction(ctx, async (ctx) => {
    const row = await lockImport(ctx, importId);
    if (row.status === 'done' || row.status === 'failed') return null;
    const running = await save(ctx, importId, { status: 'running' });
    await announceProgress(ctx, running);
    return running;
  });
  if (!begun) return;
  const folder = await mkdtemp(join(tmpdir(), 'balcao-import-'));
  try {
    const path = join(folder, 'sheet');
    const stored = await ctx.gateways.files.get(begun.file_key);
    if (!stored) throw new AppError('ERR_SHEET');
    await pipeline(stored.stream, createWriteStream(path));
    await readSheet(ctx, path, (sheet) => takeIn(ctx, begun, sheet));
    await finish(ctx, importId, null);
  } catch (error) {
    // Too many sheets are being read: the job tries again later.
    if (!(error instanceof AppError) || error.code === 'ERR_SHEETS_BUSY') throw error;
    await finish(ctx, importId, error.code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function takeIn(ctx: Outside, begun: ImportRow, { titles, rows }: Sheet): Promise<void> {
  const seen = new Set<string>();
  let position = 0;
  let announcedAt = performance.now();
  let batch: CheckedRow[] = [];
  for await (const row of rows) {
    position += 1;
    // Check finished rows too: their numbers count as seen.
    const checked = checkRow({ row: row.at, ...contactIn(row.cells, titles, begun.mapping) }, seen);
    if (position <= begun.processed) continue;
    batch.push(checked);
    if (batch.length < rowsAtOnce) continue;
    const from = performance.now();
    const announces = from - announcedAt >= announceEveryMs;
    if (announces) announcedAt = from;
    await importBatch(ctx, begun.id, position - batch.length, batch, announces);
    batch = [];
    await setTimeout(Math.min((performance.now() - from) * restShare, restMaxMs));
  }
  if (batch.length > 0) await importBatch(ctx, begun.id, position - batch.length, batch, false);
}

/** Imports the rows after the first `done` ones, in one transaction. */
async function importBatch(ctx: Outside, importId: number, done: number, batch: readonly CheckedRow[], announces: boolean): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const before = await lockImport(ctx, importId);
    // Another worker runs this import too.
    if (before.processed !== done) throw new Error(`import ${importId} is at row ${before.processed}, not ${done}`);
    const { added, refused } = await addRows(ctx, batch, { quiet: true });
    await insertRefused(ctx, importId, refused);
    const duplicates = refused.filter(({ code }) => code === 'ERR_DUPLICATED_CONTACT' || code === 'ERR_DUPLICATED_ROW').length;
    const row = await save(ctx, importId, {
      processed: done + batch.length,
      created: before.created + added.length,
      duplicates: before.duplicates + duplicates,
      invalid: before.invalid + refused.length - duplicates,
    });
    if (announces) await announceProgress(ctx, row);
  });
  faultPoint('import.after-lot');
}

function finish(ctx: Outside, importId: number, error: AppError['code'] | null): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const row = await save(ctx, importId, { status: error ? 'failed' : 'done', error, finished_at: ctx.now() });
    await announceProgress(ctx, row);
    await removeFilesLater(ctx, [row.file_key]);
  });
}

function save(ctx: Tx, importId: number, change: Parameters<typeof saveImport>[2]): Promise<ImportRow> {
  return saveImport(ctx, importId, { ...change, updated_at: ctx.now() });
}

/** Announces the progress, and that there are new contacts. */
async function announceProgress(ctx: Tx, row: ImportRow): Promise<void> {
  await ctx.publish(importChanged, { import: importView(row) });
  if (row.created > 0) await ctx.publish(contactsChanged, { count: row.created });
}

function sheetIn(files: Upload[]): Upload {
  const file = onlyFile(files, 'file');
  if (file.size > importMaxBytes) throw new AppError('ERR_SHEET_TOO_LARGE', { maxBytes: importMaxBytes });
  return file;
}

const codeOf = { unreadable: 'ERR_SHEET', empty: 'ERR_SHEET_EMPTY', too_large: 'ERR_SHEET_TOO_LARGE', busy: 'ERR_SHEETS_BUSY' } as const;

async function readSheet<T>(ctx: Outside, path: string, use: (sheet: Sheet) => Promise<T>): Promise<T> {
  try {
    return await ctx.gateways.sheets.read(path, (sheet) => {
      if (sheet.total > importRowsMax) throw new AppError('ERR_SHEET_TOO_LARGE', { maxRows: importRowsMax });
      return use(sheet);
    });
  } catch (error) {
    if (!(error instanceof SheetFailure)) throw error;
    throw new AppError(codeOf[error.reason]);
  }
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
