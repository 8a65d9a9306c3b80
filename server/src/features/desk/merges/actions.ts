import type { Answer } from '@balcao/contract/endpoint';
import type { mergeEndpoints } from '@balcao/contract/merges';
import type { Ctx } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { invalid, refusingDuplicates } from '../../../platform/errors.ts';
import { detailOf, getContact } from '../contacts/reads.ts';
import { joinContacts, partContacts } from '../messages/actions/people/join-contacts.ts';
import { mergeView } from './view.ts';

/** Takes a contact into another. ERR_NO_CONTACT_FOUND, ERR_MERGE_GROUP. */
export function mergeContacts(ctx: Ctx, contactId: number, otherId: number): Promise<Answer<typeof mergeEndpoints.mergeContacts>> {
  if (contactId === otherId) throw invalid('body.otherId', 'same');
  return transaction(ctx, async (ctx) => {
    const [merge] = await joinContacts(ctx, contactId, [otherId], null);
    if (!merge) throw new Error('nothing was merged');
    return { merge: mergeView(merge), contact: await detailOf(ctx, await getContact(ctx, contactId)) };
  });
}

/**
 * Makes two contacts again, which from then on nothing but a person joins. ERR_NO_MERGE_FOUND; ERR_MERGE_UNDONE; ERR_DUPLICATED_CONTACT
 * when somebody else has the number by now.
 */
export function undoMerge(ctx: Ctx, mergeId: number): Promise<Answer<typeof mergeEndpoints.undoMerge>> {
  return refusingDuplicates({ contacts_number: 'ERR_DUPLICATED_CONTACT' }, () =>
    transaction(ctx, async (ctx) => {
      const { merge, keptId, otherId } = await partContacts(ctx, mergeId);
      const contact = await detailOf(ctx, await getContact(ctx, keptId));
      return { merge: mergeView(merge), contact, other: await detailOf(ctx, await getContact(ctx, otherId)) };
    }),
  );
}
