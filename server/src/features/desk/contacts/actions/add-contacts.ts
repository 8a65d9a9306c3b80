import { contactsChanged } from '../../../../events/contacts.ts';
import type { Tx } from '../../../../platform/context.ts';
import type { NewContact } from '../rules.ts';
import { lockIdentities } from '../store/contacts.ts';
import { insertContacts, nameContacts } from '../store/many.ts';

/**
 * Adds many contacts at once; all are valid (`contactFrom`) and no number comes twice. Numbers that a contact has already are skipped; with
 * `naming` that contact gets the given name, unless a person typed its name. Browsers get one announcement; with `quiet` the caller makes it.
 */
export async function addContacts(
  ctx: Tx,
  given: readonly NewContact[],
  { naming = false, quiet = false }: { naming?: boolean; quiet?: boolean } = {},
): Promise<{ id: number; name: string; number: string }[]> {
  if (given.length === 0) return [];
  await lockIdentities(
    ctx,
    given.map(({ number }) => ({ kind: 'phone', value: number })),
  );
  const added = await insertContacts(ctx, given, ctx.now());
  const named = naming ? await nameContacts(ctx, given, ctx.now()) : 0;
  if (!quiet && added.length + named > 0) await ctx.publish(contactsChanged, { count: added.length + named });
  return added;
}
