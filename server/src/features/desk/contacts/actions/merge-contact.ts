// The contacts' part of a merge and of a split: addresses, extra fields, name, number, e-mail and picture. Tickets and messages move before.
import { contactChanged, contactCreated, contactDeleted } from '../../../../events/contacts.ts';
import type { Tx } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';
import { viewer } from '../reads.ts';
import { firstName, type Identity } from '../rules.ts';
import { type ContactRow, lockContact, lockContactWholly, removeContact, saveContact } from '../store/contacts.ts';
import { moveFields, moveIdentities, restoreRow, rowAsJson } from '../store/merging.ts';

type Profile = Pick<ContactRow, 'name' | 'number' | 'email' | 'picture_key' | 'named'> &
  // Merges of before these were known lack them.
  Partial<Pick<ContactRow, 'language' | 'birthday'>>;

/** What a split needs. It is stored with the merge. */
export type MergedContact = { row: Record<string, unknown>; identities: Identity[]; fieldIds: number[]; before: Profile; after: Profile };

/** Locks contacts until the transaction ends, always in the same order. ERR_NO_CONTACT_FOUND, ERR_MERGE_GROUP. */
export async function holdContacts(ctx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of [...ids].sort((a, b) => a - b)) {
    const contact = await lockContact(ctx, id);
    if (contact.is_group) throw new AppError('ERR_MERGE_GROUP');
  }
}

/** From now on no other transaction can add rows that refer to these contacts, which are locked already and about to be removed. */
export async function lockContactsForRemoval(ctx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of [...ids].sort((a, b) => a - b)) await lockContactWholly(ctx, id);
}

/**
 * Moves what is known of one contact to another and removes the first. The kept contact keeps its own name, number, e-mail and picture, and
 * takes those it lacks. It is blocked if one of the two is.
 */
export async function mergeContact(ctx: Tx, keptId: number, otherId: number): Promise<MergedContact> {
  const kept = await lockContact(ctx, keptId);
  const other = await lockContact(ctx, otherId);
  const row = await rowAsJson(ctx, other.id);
  const identities = await moveIdentities(ctx, other.id, kept.id, null);
  const fieldIds = await moveFields(ctx, other.id, kept.id, null);
  await removeContact(ctx, other.id);
  const after: Profile = {
    name: !kept.named && (other.named || isNameless(kept)) ? other.name : kept.name,
    named: kept.named || other.named,
    number: kept.number || other.number,
    email: kept.email || other.email,
    picture_key: kept.picture_key ?? other.picture_key,
    language: kept.language || other.language,
    birthday: kept.birthday ?? other.birthday,
  };
  // Whoever is blocked stays so under each of their addresses.
  const blocked_at = kept.blocked_at ?? other.blocked_at;
  const saved = await saveContact(ctx, kept.id, { ...after, blocked_at, campaign_at: latest(kept, other), updated_at: ctx.now() });
  await ctx.publish(contactDeleted, { contactId: other.id });
  await ctx.publish(contactChanged, { contact: viewer(ctx)(saved) });
  return { row, identities, fieldIds, before: profileOf(kept), after };
}

/** Restores the contact that was merged. What has changed on the kept one since then stays. The caller moves the tickets back. */
export async function splitContact(
  ctx: Tx,
  keptId: number,
  { row, identities, fieldIds, before, after }: MergedContact,
): Promise<{ kept: ContactRow; other: ContactRow }> {
  const kept = await lockContact(ctx, keptId);
  const unchanged = <K extends keyof Profile>(key: K) => kept[key] === after[key];
  const saved = await saveContact(ctx, keptId, {
    name: unchanged('name') ? before.name : undefined,
    named: unchanged('name') ? before.named : undefined,
    number: unchanged('number') ? before.number : undefined,
    email: unchanged('email') ? before.email : undefined,
    picture_key: unchanged('picture_key') ? before.picture_key : undefined,
    language: unchanged('language') ? before.language : undefined,
    birthday: unchanged('birthday') ? before.birthday : undefined,
    updated_at: ctx.now(),
  });
  const other = await restoreRow(ctx, row);
  await moveIdentities(ctx, keptId, other.id, identities);
  await moveFields(ctx, keptId, other.id, fieldIds);
  await ctx.publish(contactCreated, { contact: viewer(ctx)(other) });
  await ctx.publish(contactChanged, { contact: viewer(ctx)(saved) });
  return { kept: saved, other };
}

function latest(...contacts: readonly ContactRow[]): Date | null {
  const times = contacts.flatMap(({ campaign_at }) => campaign_at?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

function isNameless({ name, number }: ContactRow): boolean {
  return name === firstName(null, number) || name === firstName(null, '');
}

function profileOf({ name, number, email, picture_key, named, language, birthday }: ContactRow): Profile {
  return { name, number, email, picture_key, named, language, birthday };
}
