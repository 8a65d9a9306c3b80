import type { MergeView } from '@balcao/contract/merges';
import type { Ctx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { getContact, mergesInto } from '../contacts/reads.ts';
import { mergeView } from './view.ts';

const shownMax = 20;

/** What was merged into a contact, newest first. Throws ERR_NO_CONTACT_FOUND. */
export function listMerges(ctx: Ctx, contactId: number): Promise<MergeView[]> {
  return reading(ctx, async (ctx) => {
    await getContact(ctx, contactId);
    return (await mergesInto(ctx, contactId, shownMax)).map(mergeView);
  });
}
