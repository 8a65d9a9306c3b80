import type { Answer } from '@balcao/contract/endpoint';
import type { mergeEndpoints } from '@balcao/contract/merges';
import type { Ctx } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { invalid, refusingDuplicates, violatedConstraint } from '../../../platform/errors.ts';
import { detailOf, getContact } from '../contacts/reads.ts';
import { mergePeople, splitPeople } from '../messages/actions/people/merge-people.ts';
import { mergeView } from './view.ts';

/** Merges one contact into another. ERR_NO_CONTACT_FOUND, ERR_MERGE_GROUP. */
export function mergeContacts(ctx: Ctx, contactId: number, otherId: number): Promise<Answer<typeof mergeEndpoints.mergeContacts>> {
  if (contactId === otherId) throw invalid('body.otherId', 'same');
  return transaction(ctx, async (ctx) => {
    const [merge] = await mergePeople(ctx, contactId, [otherId], null);
    if (!merge) throw new Error('nothing was merged');
    return { merge: mergeView(merge), contact: await detailOf(ctx, await getContact(ctx, contactId)) };
  });
}

/**
 * Splits two merged contacts. From then on only a person can merge them again. ERR_NO_MERGE_FOUND; ERR_MERGE_SPLIT; ERR_DUPLICATED_CONTACT
 * when another contact has the number by now.
 */
export async function splitContacts(ctx: Ctx, mergeId: number): Promise<Answer<typeof mergeEndpoints.splitContacts>> {
  try {
    return await refusingDuplicates({ contacts_number: 'ERR_DUPLICATED_CONTACT' }, () =>
      transaction(ctx, async (ctx) => {
        const { merge, keptId, otherId } = await splitPeople(ctx, mergeId);
        const contact = await detailOf(ctx, await getContact(ctx, keptId));
        return { merge: mergeView(merge), contact, other: await detailOf(ctx, await getContact(ctx, otherId)) };
      }),
    );
  } catch (error) {
    // Somebody began a conversation at the same time; the one that the merge closed then stays so.
    if (violatedConstraint(error) === 'tickets_active') return splitContacts(ctx, mergeId);
    throw error;
  }
}
