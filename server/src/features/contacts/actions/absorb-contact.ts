// The contacts' part in merging: addresses, extra fields and what is said of the person. Tickets and messages have moved before.
import { contactChanged, contactCreated, contactDeleted } from '../../../events/contacts.ts';
import type { Tx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { viewer } from '../reads.ts';
import type { Identity } from '../rules.ts';
import { handOverFields, handOverIdentities, restoreRow, rowAsJson } from '../store/merging.ts';
import { type ContactRow, lockContact, removeContact, saveContact } from '../store.ts';

type Said = Pick<ContactRow, 'name' | 'number' | 'email' | 'picture_key' | 'named'>;

/** All that makes two contacts again of one. */
export type Absorbed = { row: Record<string, unknown>; identities: Identity[]; fieldIds: number[]; before: Said; after: Said };

/** Holds two contacts until the transaction ends, always in the same order. ERR_NO_CONTACT_FOUND, ERR_MERGE_GROUP. */
export async function lockPair(ctx: Tx, keptId: number, otherId: number): Promise<{ kept: ContactRow; other: ContactRow }> {
  const first = await lockContact(ctx, Math.min(keptId, otherId));
  const second = await lockContact(ctx, Math.max(keptId, otherId));
  if (first.is_group || second.is_group) throw new AppError('ERR_MERGE_GROUP');
  return keptId < otherId ? { kept: first, other: second } : { kept: second, other: first };
}

/** Takes what is known of one contact into another and removes it. What the kept one lacks it gets. */
export async function absorbContact(ctx: Tx, kept: ContactRow, other: ContactRow): Promise<Absorbed> {
  const row = await rowAsJson(ctx, other.id);
  const identities = await handOverIdentities(ctx, other.id, kept.id, null);
  const fieldIds = await handOverFields(ctx, other.id, kept.id, null);
  await removeContact(ctx, other.id);
  const after: Said = {
    name: !kept.named && other.named ? other.name : kept.name,
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

function saidOf({ name, number, email, picture_key, named }: ContactRow): Said {
  return { name, number, email, picture_key, named };
}
