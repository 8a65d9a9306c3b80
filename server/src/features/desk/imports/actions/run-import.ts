// A spreadsheet is imported in the background, in steps that are jobs of their own. The first step reads the sheet into `import_rows`; each
// further one takes a few hundred rows from there, in one short transaction that also saves the progress and adds the next step. After a crash
// the interrupted step is repeated. After each transaction there is a pause longer than the work, and browsers hear of the import now and then,
// not at each step: agents who answer customers come first.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '@balcao/contract/errors';
import { z } from 'zod';
import { importChanged } from '../../../../events/imports.ts';
import type { Sheet } from '../../../../gateways/files/sheets.ts';
import type { Ctx, Outside, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { faultPoint } from '../../../../platform/faults.ts';
import type { defineJob, Job } from '../../../../platform/jobs/define.ts';
import { newTempPath } from '../../../../platform/temp-files.ts';
import { removeFilesLater } from '../../../company/system/actions.ts';
import { contactIn } from '../rules.ts';
import {
  dropRows,
  type ImportRow,
  insertRefused,
  insertRows,
  lockImport,
  type RefusedRow,
  saveImport,
  takeRows,
  type WaitingRow,
} from '../store.ts';
import { importView } from '../view.ts';
import { type CheckedRow, type GivenRow, recheckRow, storable } from './add-rows.ts';
import { readSheet } from './read-sheet.ts';

const rowsAtOnce = 200;
const readRowsAtOnce = 500;
/** The pause after a transaction: this many times its duration, up to a limit. */
const restShare = 3;
const restMaxMs = 200;

/** Refusals of rows that bring nothing new. */
const duplicated: ErrorCode[] = ['ERR_DUPLICATED_CONTACT', 'ERR_DUPLICATED_ROW', 'ERR_LIST_NUMBER_EXISTS', 'ERR_CONSENT_UNCHANGED'];

/** What the rows of a sheet become, and how. */
export type SheetRules = {
  kind: ImportRow['kind'];
  /** Rows without a name are refused. */
  named: boolean;
  /** Checks a row without asking the database. `seen` holds what earlier rows of the sheet brought. */
  check(given: GivenRow, seen: Set<string>): CheckedRow;
  /** Takes in rows, all of them checked; answers how many it added, and the reasons for the others. Adding them again adds nothing. */
  add(ctx: Tx, row: ImportRow, rows: readonly CheckedRow[]): Promise<{ created: number; refused: RefusedRow[] }>;
  /** Tells that some were added; called now and then. */
  announce(ctx: Tx, row: ImportRow): Promise<void>;
};

/** A kind of sheet that can be imported, with the job that does it. */
export type SheetImport = SheetRules & { job: Job<{ importId: number }> };

/** What the job of a kind of sheet does. Only its name is the feature's own. */
export function stepsOf(sheets: () => SheetImport): Omit<Parameters<typeof defineJob<{ importId: number }>>[0], 'name'> {
  return {
    lane: 'bulk',
    payload: z.object({ importId: z.number() }),
    maxAttempts: 8,
    run: async (ctx, { importId }) => {
      await runImportStep(ctx, sheets(), importId).catch(ignoreIfGone);
    },
    // Imported rows stay. The same sheet can be imported again and adds nothing twice.
    givenUp: (ctx, { importId }) => transaction(ctx, (ctx) => finish(ctx, sheets(), importId, 'ERR_INTERNAL_SERVER_ERROR')),
  };
}

/** An import goes with its company. */
function ignoreIfGone(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'ERR_NO_IMPORT_FOUND') throw error;
}

/** Runs the import in the background; call it in the transaction that inserts it. */
export function importSoon(ctx: Tx, { job }: SheetImport, importId: number, inMs = 0): Promise<void> {
  return ctx.enqueue(job, { importId }, { queue: 'imports', inMs });
}

/** Runs the next step of an import and adds the job for the one after it. Resolves with false if there is none. Running it twice adds nothing twice. */
export async function runImportStep(ctx: Outside, sheets: SheetImport, importId: number): Promise<boolean> {
  const row = await transaction(ctx, async (ctx) => {
    const row = await lockImport(ctx, importId);
    if (row.status !== 'waiting') return row;
    const running = await save(ctx, importId, { status: 'running' });
    await announce(ctx, sheets, running);
    return running;
  });
  if (row.status !== 'running') return false;
  return row.sheet_read ? importRows(ctx, sheets, importId) : readRows(ctx, sheets, row);
}

/** Nobody waits for it as for a preview. */
const readingMs = 120_000;

/** Reads the rows that are not processed yet from the sheet. Repeating it changes nothing. */
async function readRows(ctx: Outside, sheets: SheetImport, row: ImportRow): Promise<boolean> {
  const path = await newTempPath();
  try {
    const stored = await ctx.gateways.files.get(row.file_key);
    if (!stored) throw new AppError('ERR_SHEET');
    await pipeline(stored.stream, createWriteStream(path));
    await readSheet(ctx, path, (sheet) => keepRows(ctx, sheets, row, sheet), readingMs);
    await transaction(ctx, async (ctx) => {
      await save(ctx, row.id, { sheet_read: true });
      await importSoon(ctx, sheets, row.id);
    });
    return true;
  } catch (error) {
    // Others are being read, or the machine has no time for it: the job tries again later.
    if (!(error instanceof AppError) || error.code === 'ERR_SHEETS_BUSY') throw error;
    await transaction(ctx, (ctx) => finish(ctx, sheets, row.id, error.code));
    return false;
  } finally {
    await rm(path, { force: true });
  }
}

async function keepRows(
  ctx: Outside,
  { check }: SheetImport,
  { id, mapping, processed }: ImportRow,
  { titles, rows }: Sheet,
): Promise<void> {
  const seen = new Set<string>();
  let position = 0;
  let read: WaitingRow[] = [];
  let from = performance.now();
  const keep = async () => {
    const waiting = read;
    read = [];
    await transaction(ctx, async (ctx) => {
      if ((await lockImport(ctx, id)).sheet_read) throw new Error(`another worker has read the sheet of import ${id}`);
      await insertRows(ctx, id, waiting);
    });
  };
  for await (const row of rows) {
    position += 1;
    // Check finished rows too: their numbers count as seen.
    const checked = check({ row: row.at, ...contactIn(row.cells, titles, mapping) }, seen);
    if (position <= processed) continue;
    read.push(storable(checked));
    if (read.length < readRowsAtOnce) continue;
    await keep();
    // The pauses of a large sheet take longer than a process that stops may wait: the sheet is read again.
    await pause(restAfter(from), undefined, ctx.stopping && { signal: ctx.stopping });
    from = performance.now();
  }
  if (read.length > 0) await keep();
}

/** Takes in the next rows, in one transaction. */
async function importRows(ctx: Ctx, sheets: SheetImport, importId: number): Promise<boolean> {
  const from = performance.now();
  const more = await transaction(ctx, async (ctx) => {
    const before = await lockImport(ctx, importId);
    const batch = (await takeRows(ctx, importId, rowsAtOnce)).map((row) => recheckRow(row, sheets.check));
    if (before.status !== 'running' || batch.length === 0) return finishRunning(ctx, sheets, before);
    const { created, refused } = await sheets.add(ctx, before, batch);
    await insertRefused(ctx, importId, refused);
    const duplicates = refused.filter(({ code }) => duplicated.includes(code)).length;
    const row = await save(ctx, importId, {
      processed: before.processed + batch.length,
      created: before.created + created,
      duplicates: before.duplicates + duplicates,
      invalid: before.invalid + refused.length - duplicates,
    });
    if (secondOf(row.updated_at) > secondOf(before.updated_at)) await announce(ctx, sheets, row);
    if (batch.length < rowsAtOnce) return finishRunning(ctx, sheets, row);
    await importSoon(ctx, sheets, importId, restAfter(from));
    return true;
  });
  faultPoint('import.after-lot');
  return more;
}

function restAfter(from: number): number {
  return Math.min((performance.now() - from) * restShare, restMaxMs);
}

async function finishRunning(ctx: Tx, sheets: SheetImport, row: ImportRow): Promise<false> {
  if (row.status === 'running') await finish(ctx, sheets, row.id, null);
  return false;
}

async function finish(ctx: Tx, sheets: SheetImport, importId: number, error: AppError['code'] | null): Promise<void> {
  const row = await save(ctx, importId, { status: error ? 'failed' : 'done', error, finished_at: ctx.now() });
  await dropRows(ctx, importId);
  await announce(ctx, sheets, row);
  await removeFilesLater(ctx, [row.file_key]);
}

function save(ctx: Tx, importId: number, change: Parameters<typeof saveImport>[2]): Promise<ImportRow> {
  return saveImport(ctx, importId, { ...change, updated_at: ctx.now() });
}

/** Announces the progress, and that something was added. */
async function announce(ctx: Tx, sheets: SheetImport, row: ImportRow): Promise<void> {
  await ctx.publish(importChanged, { import: importView(row) });
  if (row.created > 0) await sheets.announce(ctx, row);
}

function secondOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
