import { importRowsMax } from '@balcao/contract/imports';
import { type Sheet, SheetFailure } from '../../../../gateways/files/sheets.ts';
import type { Outside } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';

const codeOf = { unreadable: 'ERR_SHEET', empty: 'ERR_SHEET_EMPTY', too_large: 'ERR_SHEET_TOO_LARGE', busy: 'ERR_SHEETS_BUSY' } as const;

/** Opens the sheet at `path` while `use` runs; see `Sheets`. ERR_SHEET, ERR_SHEET_EMPTY, ERR_SHEET_TOO_LARGE, ERR_SHEETS_BUSY. */
export async function readSheet<T>(ctx: Outside, path: string, use: (sheet: Sheet) => Promise<T>, longestMs?: number): Promise<T> {
  try {
    const bounded = (sheet: Sheet) => {
      if (sheet.total > importRowsMax) throw new AppError('ERR_SHEET_TOO_LARGE', { maxRows: importRowsMax });
      return use(sheet);
    };
    return await ctx.gateways.sheets.read(ctx.companyId, path, bounded, longestMs);
  } catch (error) {
    if (!(error instanceof SheetFailure)) throw error;
    throw new AppError(codeOf[error.reason]);
  }
}
