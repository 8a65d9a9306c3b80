import { contactListChanged, contactListItemsChanged } from '../../../../events/contact-lists.ts';
import type { Tx } from '../../../../platform/context.ts';
import { showContactList } from '../reads.ts';

/** Tells how many contacts a list has now, and with `items` that many of them are others. */
export async function announceList(ctx: Tx, id: number, { items }: { items: boolean }): Promise<void> {
  await ctx.publish(contactListChanged, { record: await showContactList(ctx, id) });
  if (items) await ctx.publish(contactListItemsChanged, { contactListId: id });
}
