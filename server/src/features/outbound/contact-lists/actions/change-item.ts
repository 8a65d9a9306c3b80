import type { ContactListItemView, contactListEndpoints } from '@balcao/contract/contact-lists';
import type { Received } from '@balcao/contract/endpoint';
import { contactListItemChanged, contactListItemCreated, contactListItemDeleted } from '../../../../events/contact-lists.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError, refusingDuplicates } from '../../../../platform/errors.ts';
import { canonicalNumber } from '../../../desk/contacts/reads.ts';
import { itemView } from '../reads.ts';
import { findItemByNumber, getItem, insertItems, removeItem, saveItem } from '../store/lists.ts';
import { announceList } from './announce-list.ts';
import { mustFill } from './change-list.ts';
import { checkSoon } from './check-numbers.ts';

type NewItem = Received<typeof contactListEndpoints.createContactListItem>['body'];
type Change = Received<typeof contactListEndpoints.updateContactListItem>['body'];

/**
 * Adds a contact to a list and looks its number up in the background. If the list has the number, that entry is returned unchanged.
 * ERR_NO_CONTACTLIST_FOUND, ERR_LIST_FOLLOWS_FILTER, ERR_INVALID_NUMBER.
 */
export function createItem(ctx: Ctx, input: NewItem): Promise<ContactListItemView> {
  return transaction(ctx, async (ctx) => {
    await mustFill(ctx, input.contactListId);
    const number = numberFrom(input.number);
    const known = await findItemByNumber(ctx, input.contactListId, number);
    if (known) return itemView(ctx, known);
    const [row] = await insertItems(ctx, input.contactListId, [{ name: input.name, number, email: input.email ?? '' }], ctx.now());
    if (!row) throw new Error('the contact was not added to its list');
    const record = await itemView(ctx, row);
    await ctx.publish(contactListItemCreated, { record });
    await changed(ctx, input.contactListId, { check: true });
    return record;
  });
}

/** Changes what is given. ERR_NO_CONTACTLISTITEM_FOUND, ERR_LIST_FOLLOWS_FILTER, ERR_INVALID_NUMBER, ERR_LIST_NUMBER_EXISTS. */
export function updateItem(ctx: Ctx, id: number, input: Change): Promise<ContactListItemView> {
  return refusingDuplicates({ contact_list_items_number: 'ERR_LIST_NUMBER_EXISTS' }, () =>
    transaction(ctx, async (ctx) => {
      const before = await getItem(ctx, id);
      await mustFill(ctx, before.list_id);
      const number = input.number === undefined || input.number === before.number ? before.number : numberFrom(input.number);
      const isOther = number !== before.number;
      const row = await saveItem(ctx, id, {
        name: input.name,
        number,
        email: input.email === undefined ? undefined : (input.email ?? ''),
        ...(isOther ? { validity: 'unchecked', checked_at: null } : {}),
        updated_at: ctx.now(),
      });
      const record = await itemView(ctx, row);
      await ctx.publish(contactListItemChanged, { record });
      if (isOther) await changed(ctx, row.list_id, { check: true });
      return record;
    }),
  );
}

/** Takes a contact out of its list. ERR_NO_CONTACTLISTITEM_FOUND, ERR_LIST_FOLLOWS_FILTER. */
export function deleteItem(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { list_id: contactListId } = await getItem(ctx, id);
    await mustFill(ctx, contactListId);
    await removeItem(ctx, id);
    await ctx.publish(contactListItemDeleted, { id, contactListId });
    await changed(ctx, contactListId, { check: false });
  });
}

async function changed(ctx: Tx, listId: number, { check }: { check: boolean }): Promise<void> {
  await announceList(ctx, listId, { items: false });
  if (check) await checkSoon(ctx, listId);
}

function numberFrom(written: string): string {
  const verdict = canonicalNumber(written);
  if (!verdict.ok) throw new AppError(verdict.error, undefined, [{ path: 'body.number', code: 'phone' }]);
  return verdict.value;
}
