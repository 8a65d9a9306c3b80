import type { ContactFilter, ContactListItemView, ContactListView, contactListEndpoints } from '@balcao/contract/contact-lists';
import type { Answer } from '@balcao/contract/endpoint';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { searchTerm } from '../../desk/contacts/reads.ts';
import { optedOutNumbers } from '../consent/reads.ts';
import { filterOf } from './rules.ts';
import { countMeeting, knownTags } from './store/filtering.ts';
import { countItems, countLists, getItem, getList, type ItemRow, listItems as itemRows, listLists } from './store/lists.ts';
import { contactListItemView, contactListView } from './view.ts';

const pickerMax = 500;
const countedMax = 10_000;

type Page = { searchParam: string; pageNumber: number };

/** One page of lists by name. */
export function listContactLists(ctx: Ctx, query: Page): Promise<Answer<typeof contactListEndpoints.listContactLists>> {
  return reading(ctx, async (ctx) => {
    const { rows, ...page } = await pageOf(
      query.pageNumber,
      (limit, offset) => listLists(ctx, query.searchParam, limit, offset),
      () => countLists(ctx, query.searchParam),
    );
    return { records: rows.map(contactListView), ...page };
  });
}

/** At most 500 lists by name, for pickers. */
export function listAllContactLists(ctx: Ctx): Promise<ContactListView[]> {
  return reading(ctx, async (ctx) => (await listLists(ctx, '', pickerMax, 0)).map(contactListView));
}

/** Throws ERR_NO_CONTACTLIST_FOUND. */
export function showContactList(ctx: Ctx | Reader | Tx, id: number): Promise<ContactListView> {
  return reading(ctx, async (ctx) => contactListView(await getList(ctx, id)));
}

/** One page of the contacts of a list, by name; none if there is no such list. */
export function listItems(
  ctx: Ctx,
  { contactListId, ...query }: Page & { contactListId: number },
): Promise<Answer<typeof contactListEndpoints.listContactListItems>> {
  return reading(ctx, async (ctx) => {
    const search = searchTerm(query.searchParam);
    const { rows, ...page } = await pageOf(
      query.pageNumber,
      (limit, offset) => itemRows(ctx, contactListId, search, limit, offset),
      () => countItems(ctx, contactListId, search),
    );
    return { contacts: await itemViews(ctx, rows), ...page };
  });
}

/** Throws ERR_NO_CONTACTLISTITEM_FOUND. */
export function showItem(ctx: Ctx, id: number): Promise<ContactListItemView> {
  return reading(ctx, async (ctx) => itemView(ctx, await getItem(ctx, id)));
}

/** How many contacts meet a filter, counted up to 10,000. ERR_NO_TAG_FOUND. */
export function countFiltered(ctx: Ctx, filter: ContactFilter): Promise<{ count: number }> {
  return reading(ctx, async (ctx) => {
    await assertTags(ctx, filter.tags);
    return { count: await countMeeting(ctx, filterOf(filter), ctx.now(), countedMax) };
  });
}

/** Rows as they are shown, in one statement. */
export async function itemViews(ctx: Reader | Tx, rows: readonly ItemRow[]): Promise<ContactListItemView[]> {
  const out = await optedOutNumbers(
    ctx,
    rows.map(({ number }) => number),
  );
  return rows.map((row) => contactListItemView(row, out));
}

export async function itemView(ctx: Reader | Tx, row: ItemRow): Promise<ContactListItemView> {
  return contactListItemView(row, await optedOutNumbers(ctx, [row.number]));
}

/** Makes sure that these are tags of the company. ERR_NO_TAG_FOUND. */
export async function assertTags(ctx: Reader | Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const known = new Set(await knownTags(ctx, ids));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw new AppError('ERR_NO_TAG_FOUND', { tagId: missing });
}
