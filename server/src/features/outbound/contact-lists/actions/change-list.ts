import type { ContactListView, contactListEndpoints } from '@balcao/contract/contact-lists';
import type { Received } from '@balcao/contract/endpoint';
import { contactListChanged, contactListCreated, contactListDeleted } from '../../../../events/contact-lists.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError, must } from '../../../../platform/errors.ts';
import { audit } from '../../../company/system/actions.ts';
import { assertTags, showContactList } from '../reads.ts';
import { followingAfter } from '../rules.ts';
import { checkAgain } from '../store/checking.ts';
import { insertList, type ListRow, lockList, removeList, saveList } from '../store/lists.ts';
import { checkSoon } from './check-numbers.ts';
import { followSoon } from './follow-filter.ts';

type NewList = Received<typeof contactListEndpoints.createContactList>['body'];
type Change = Received<typeof contactListEndpoints.updateContactList>['body'];

/** Adds a list; one with a filter is filled in the background. ERR_LIST_FILTER, ERR_NO_TAG_FOUND. */
export function createContactList(ctx: Ctx | Tx, input: NewList): Promise<ContactListView> {
  return transaction(ctx, async (ctx) => {
    const { filter, inStep } = must(followingAfter({ filter: null, inStep: false }, input));
    await assertTags(ctx, filter?.tags ?? []);
    const id = await insertList(ctx, { name: input.name, filter, inStep, at: ctx.now() });
    if (filter) await followSoon(ctx, id);
    const record = await showContactList(ctx, id);
    await ctx.publish(contactListCreated, { record });
    return record;
  });
}

/** Changes what is given; another filter is applied in the background. ERR_NO_CONTACTLIST_FOUND, ERR_LIST_FILTER, ERR_NO_TAG_FOUND. */
export function updateContactList(ctx: Ctx, id: number, input: Change): Promise<ContactListView> {
  return transaction(ctx, async (ctx) => {
    const before = await mustLock(ctx, id);
    const { filter, inStep, again } = must(followingAfter({ filter: before.filter, inStep: before.in_step }, input));
    if (again) await assertTags(ctx, filter?.tags ?? []);
    const syncAfter = filter === null ? null : again ? 0 : before.sync_after;
    await saveList(ctx, id, { name: input.name, filter, in_step: inStep, sync_after: syncAfter, updated_at: ctx.now() });
    if (again) await followSoon(ctx, id);
    return announce(ctx, id);
  });
}

/** Compares a list with its filter, and looks numbers up again that are not known to be valid. ERR_NO_CONTACTLIST_FOUND. */
export function checkContactList(ctx: Ctx, id: number): Promise<ContactListView> {
  return transaction(ctx, async (ctx) => {
    const { filter, sync_after: syncAfter } = await mustLock(ctx, id);
    if (filter && syncAfter === null) {
      await saveList(ctx, id, { sync_after: 0 });
      await followSoon(ctx, id);
    }
    await checkAgain(ctx, id);
    await checkSoon(ctx, id);
    return announce(ctx, id);
  });
}

/** Removes a list with its contacts. ERR_NO_CONTACTLIST_FOUND. */
export function deleteContactList(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { name } = await mustLock(ctx, id);
    await removeList(ctx, id);
    await audit(ctx, { verb: 'contactList.deleted', subject: String(id), details: { name } });
    await ctx.publish(contactListDeleted, { id });
  });
}

/** Locks a list. ERR_NO_CONTACTLIST_FOUND. */
export async function mustLock(ctx: Tx, id: number): Promise<ListRow> {
  const row = await lockList(ctx, id);
  if (!row) throw new AppError('ERR_NO_CONTACTLIST_FOUND');
  return row;
}

/** The same for a list whose contacts people may change. ERR_NO_CONTACTLIST_FOUND, ERR_LIST_FOLLOWS_FILTER. */
export async function mustFill(ctx: Tx, id: number): Promise<ListRow> {
  const row = await mustLock(ctx, id);
  if (row.in_step) throw new AppError('ERR_LIST_FOLLOWS_FILTER');
  return row;
}

/** Tells how many contacts a list has now. */
async function announce(ctx: Tx, id: number): Promise<ContactListView> {
  const record = await showContactList(ctx, id);
  await ctx.publish(contactListChanged, { record });
  return record;
}
