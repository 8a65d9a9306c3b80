// Sheets whose rows go into a list.
import type { ContactListItemView } from '@balcao/contract/contact-lists';
import type { ImportView } from '@balcao/contract/imports';
import { contactListItemsAdded } from '../../../../events/contact-lists.ts';
import type { Outside } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import type { Upload } from '../../../../platform/http/routes.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { checkRow, refusedRow } from '../../../desk/imports/actions/add-rows.ts';
import { sheetRows, startSheet } from '../../../desk/imports/actions/import-sheet.ts';
import { type SheetImport, stepsOf } from '../../../desk/imports/actions/run-import.ts';
import { itemViews } from '../reads.ts';
import { insertItems, lockList } from '../store/lists.ts';
import { announceList } from './announce-list.ts';
import { mustFill } from './change-list.ts';
import { checkSoon } from './check-numbers.ts';

/** A sheet with more rows is taken in in the background. */
const atOnceMax = 1_000;

export const listSheets: SheetImport = {
  kind: 'list',
  job: defineJob({ name: 'contactLists.import', ...stepsOf(() => listSheets) }),
  named: true,
  check: checkRow,
  async add(ctx, { list_id: listId }, rows) {
    const list = listId === null ? null : await lockList(ctx, listId);
    if (!list || list.in_step) {
      const code = list ? 'ERR_LIST_FOLLOWS_FILTER' : 'ERR_NO_CONTACTLIST_FOUND';
      return { created: 0, refused: rows.map((row) => refusedRow(row, code)) };
    }
    const added = await insertItems(
      ctx,
      list.id,
      rows.flatMap(({ contact }) => contact ?? []),
      ctx.now(),
    );
    const numbers = new Set(added.map(({ number }) => number));
    const refused = rows.filter(({ contact }) => !contact || !numbers.has(contact.number));
    return { created: added.length, refused: refused.map((row) => refusedRow(row, 'ERR_LIST_NUMBER_EXISTS')) };
  },
  async announce(ctx, { list_id: listId }) {
    if (listId === null || !(await lockList(ctx, listId))) return;
    await announceList(ctx, listId, { items: true });
    await checkSoon(ctx, listId);
  },
};

/** Adds the rows of a sheet to a list in the background. Throws as `startSheet`, ERR_NO_CONTACTLIST_FOUND, ERR_LIST_FOLLOWS_FILTER. */
export async function importIntoList(ctx: Outside, listId: number, files: Upload[]): Promise<ImportView> {
  await transaction(ctx, (ctx) => mustFill(ctx, listId));
  return startSheet(ctx, listSheets, files, { listId });
}

/** The same at once for a sheet of up to 1000 rows; answers the contacts that were added. A larger one is added in the background. */
export async function uploadIntoList(ctx: Outside, listId: number, files: Upload[]): Promise<ContactListItemView[]> {
  await transaction(ctx, (ctx) => mustFill(ctx, listId));
  const given = await sheetRows(ctx, files, atOnceMax);
  if (!given) {
    await startSheet(ctx, listSheets, files, { listId });
    return [];
  }
  const seen = new Set<string>();
  const contacts = given.flatMap((row) => checkRow(row, seen).contact ?? []);
  return transaction(ctx, async (ctx) => {
    await mustFill(ctx, listId);
    const rows = await insertItems(ctx, listId, contacts, ctx.now());
    await announceList(ctx, listId, { items: true });
    await checkSoon(ctx, listId);
    const records = await itemViews(ctx, rows);
    await ctx.publish(contactListItemsAdded, { contactListId: listId, records });
    return records;
  });
}
