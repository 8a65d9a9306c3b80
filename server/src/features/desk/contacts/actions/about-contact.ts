// What a person notes of a contact beside a conversation, one thing at a time.
import type { ContactDetail } from '@balcao/contract/contacts';
import { contactChanged } from '../../../../events/contacts.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError, invalid } from '../../../../platform/errors.ts';
import { audit } from '../../../company/system/actions.ts';
import { detailOf, viewer } from '../reads.ts';
import { type ContactRow, lockContact, saveContact } from '../store/contacts.ts';
import { countOtherFields, saveField } from '../store/fields.ts';

/** As many as the form of a contact takes. */
const fieldsMax = 500;

export type Field = { id?: number | null | undefined; name: string; value: string };

/** Changes one extra field, or adds it if it has no id, or one that is gone; an empty value removes it. ERR_NO_CONTACT_FOUND, ERR_VALIDATION. */
export function saveContactField(ctx: Ctx, contactId: number, { id, name, value }: Field): Promise<ContactDetail> {
  return transaction(ctx, async (ctx) => {
    await lockContact(ctx, contactId);
    if ((await countOtherFields(ctx, contactId, id ?? null)) >= fieldsMax) throw invalid('body.name', 'too_many');
    await saveField(ctx, contactId, { id: id ?? null, name, value: value.trim() });
    return announce(ctx, await saveContact(ctx, contactId, { updated_at: ctx.now() }));
  });
}

/** Blocks a contact or lifts that, which is written down. ERR_NO_CONTACT_FOUND, ERR_BLOCK_GROUP. */
export function blockContact(ctx: Ctx, contactId: number, blocked: boolean): Promise<ContactDetail> {
  return transaction(ctx, async (ctx) => {
    const before = await lockContact(ctx, contactId);
    if (before.is_group) throw new AppError('ERR_BLOCK_GROUP');
    if ((before.blocked_at !== null) === blocked) return detailOf(ctx, before);
    const now = ctx.now();
    const row = await saveContact(ctx, contactId, { blocked_at: blocked ? now : null, updated_at: now });
    await audit(ctx, { verb: blocked ? 'contact.blocked' : 'contact.unblocked', subject: String(contactId), details: { name: row.name } });
    return announce(ctx, row);
  });
}

async function announce(ctx: Tx, row: ContactRow): Promise<ContactDetail> {
  await ctx.publish(contactChanged, { contact: viewer(ctx)(row) });
  return detailOf(ctx, row);
}
