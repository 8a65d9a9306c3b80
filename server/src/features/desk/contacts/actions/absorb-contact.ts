// The contacts' part in merging: addresses, extra fields and what is said of the person. Tickets and messages have moved before.
import { contactChanged, contactCreated, contactDeleted } from '../../../../events/contacts.ts';
import type { Tx } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';
import { viewer } from '../reads.ts';
import { firstName, type Identity } from '../rules.ts';
import { type ContactRow, lockContact, lockContactWholly, removeContact, saveContact } from '../store/contacts.ts';
import { handOverFields, handOverIdentities, restoreRow, rowAsJson } from '../store/merging.ts';

type Said = Pick<ContactRow, 'name' | 'number' | 'email' | 'picture_key' | 'named'>;

/** All that makes two contacts again of one. */
export type Absorbed = { row: Record<string, unknown>; identities: Identity[]; fieldIds: number[]; before: Said; after: Said };

/** Holds contacts until the transaction ends, always in the same order. ERR_NO_CONTACT_FOUND, ERR_MERGE_GROUP. */
export async function holdContacts(ctx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of [...ids].sort((a, b) => a - b)) {
    const contact = await lockContact(ctx, id);
    if (contact.is_group) throw new AppError('ERR_MERGE_GROUP');
  }
}

/** Lets nobody refer any more to contacts that are held and about to go. */
export async function closeContacts(ctx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of [...ids].sort((a, b) => a - b)) await lockContactWholly(ctx, id);
}

/** Takes what is known of one contact into another and removes it. What the kept one lacks it gets. */
export async function absorbContact(ctx: Tx, keptId: number, otherId: number): Promise<Absorbed> {
  const kept = await lockContact(ctx, keptId);
  const other = await lockContact(ctx, otherId);
  const row = await rowAsJson(ctx, other.id);
  const identities = await handOverIdentities(ctx, other.id, kept.id, null);
  const fieldIds = await handOverFields(ctx, other.id, kept.id, null);
  await removeContact(ctx, other.id);
  const after: Said = {
    name: !kept.named && (other.named || isNameless(kept)) ? other.name : kept.name,
    named: kept.named || other.named,
    number: kept.number || other.number,
    email: kept.email || other.email,
    picture_key: kept.picture_key ?? other.picture_key,
  };
  const saved = await saveContact(ctx, kept.id, { ...after, updated_at: ctx.now() });
  await ctx.publish(contactDeleted, { contactId: other.id });
  await ctx.publish(contactChanged, { contact: viewer(ctx)(saved) });
  return { row, identities, fieldIds, before: saidOf(kept), after };
}

/** Makes the absorbed contact again. What was changed on the kept one since stays. Its tickets are still to be handed back. */
export async function releaseContact(
  ctx: Tx,
  keptId: number,
  { row, identities, fieldIds, before, after }: Absorbed,
): Promise<{ kept: ContactRow; other: ContactRow }> {
  const kept = await lockContact(ctx, keptId);
  const unchanged = <K extends keyof Said>(key: K) => kept[key] === after[key];
  const saved = await saveContact(ctx, keptId, {
    name: unchanged('name') ? before.name : undefined,
    named: unchanged('name') ? before.named : undefined,
    number: unchanged('number') ? before.number : undefined,
    email: unchanged('email') ? before.email : undefined,
    picture_key: unchanged('picture_key') ? before.picture_key : undefined,
    updated_at: ctx.now(),
  });
  const other = await restoreRow(ctx, row);
  await handOverIdentities(ctx, keptId, other.id, identities);
  await handOverFields(ctx, keptId, other.id, fieldIds);
  await ctx.publish(contactCreated, { contact: viewer(ctx)(other) });
  await ctx.publish(contactChanged, { contact: viewer(ctx)(saved) });
  return { kept: saved, other };
}

function isNameless({ name, number }: ContactRow): boolean {
  return name === firstName(null, number) || name === firstName(null, '');
}

function saidOf({ name, number, email, picture_key, named }: ContactRow): Said {
  return { name, number, email, picture_key, named };
}
