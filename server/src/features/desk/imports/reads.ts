import type { Answer } from '@balcao/contract/endpoint';
import type { ImportView, importEndpoints } from '@balcao/contract/imports';
import { pageSize } from '@balcao/contract/page-rules';
import type { Ctx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { Download } from '../../../platform/http/download.ts';
import { byteOrderMark, csvLine } from './rules.ts';
import { getImport, listImports as listRows, type RefusedRow, refusedAfter, refusedFields } from './store.ts';
import { importView } from './view.ts';

export { byteOrderMark, csvLine } from './rules.ts';

const rowsAtOnce = 2000;

/** One page of imports, newest first. */
export function listImports(ctx: Ctx, pageNumber: number): Promise<Answer<typeof importEndpoints.listImports>> {
  return reading(ctx, async (ctx) => {
    const size = pageSize.rest;
    const rows = await listRows(ctx, size + 1, (pageNumber - 1) * size);
    return { imports: rows.slice(0, size).map(importView), hasMore: rows.length > size };
  });
}

/** Throws ERR_NO_IMPORT_FOUND. */
export function showImport(ctx: Ctx, id: number): Promise<ImportView> {
  return reading(ctx, async (ctx) => importView(await getImport(ctx, id)));
}

/** The rows of an import that were refused, as a file. Throws ERR_NO_IMPORT_FOUND. */
export async function importErrors(ctx: Ctx, id: number): Promise<Download> {
  await showImport(ctx, id);
  return new Download('importacao-erros.csv', errorLines(ctx, id));
}

async function* errorLines(ctx: Ctx, id: number): AsyncGenerator<string, void> {
  const columns = await reading(ctx, (ctx) => refusedFields(ctx, id));
  yield byteOrderMark + csvLine(['row', 'name', 'number', 'email', 'code', 'contactId', ...columns]);
  for (let after = 0; ; ) {
    const rows: RefusedRow[] = await reading(ctx, (ctx) => refusedAfter(ctx, id, after, rowsAtOnce));
    const last = rows.at(-1);
    if (!last) return;
    yield rows
      .map(({ row, name, number, email, code, contactId, fields }) => {
        const values = columns.map((column) => fields.find((field) => field.name === column)?.value ?? '');
        return csvLine([String(row), name, number, email, code, contactId === null ? '' : String(contactId), ...values]);
      })
      .join('');
    after = last.row;
  }
}
