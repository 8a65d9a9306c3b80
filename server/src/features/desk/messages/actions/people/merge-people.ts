// Merge and split of contacts with everything that belongs to them: addresses, fields, tickets, messages. The merge stores what a split needs.
import { contactMerged } from '../../../../../events/contacts.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { AppError } from '../../../../../platform/errors.ts';
import { audit, removeFilesOf } from '../../../../company/system/actions.ts';
import {
  holdContacts,
  lockContactsForRemoval,
  type MergedContact,
  mergeContact,
  splitContact,
} from '../../../contacts/actions/merge-contact.ts';
import { lockMerge, logMerge, logSplit, type MergeRow, moveMerges, moveMergesBack } from '../../../contacts/actions/merge-log.ts';
import type { Identity } from '../../../contacts/reads.ts';
import { noteMerge } from '../../../ticket-notes/actions.ts';
import {
  announceTicketsOf,
  holdTickets,
  type MergedTickets,
  mergeTickets,
  splitTickets,
} from '../../../tickets/actions/for-features/merge-tickets.ts';
import { lockChatsOf } from '../../store/merging.ts';
import { moveOutbox } from '../../store/outbox.ts';

type ForSplit = { contact: MergedContact; tickets: MergedTickets; mergeIds: number[] };

/**
 * Merges contacts into one. Of two active tickets on one connection the older goes on and the newer is closed. `proof`: the addresses of the
 * event that proves them to be one person; null when a person decides. Locks contacts, chats, then tickets, in the same order as inbound and
 * outbound messages do, to avoid deadlocks. ERR_NO_CONTACT_FOUND, ERR_MERGE_GROUP.
 */
export async function mergePeople(
  ctx: Tx,
  keptId: number,
  otherIds: readonly number[],
  proof: readonly Identity[] | null,
): Promise<MergeRow[]> {
  const all = [keptId, ...otherIds];
  await holdContacts(ctx, all);
  await lockChatsOf(ctx, all);
  await holdTickets(ctx, all);
  await lockContactsForRemoval(ctx, otherIds);
  // A merge proved by an event is the product's, even if a user's request brought the event in.
  const by: Tx = proof === null ? ctx : { ...ctx, actor: { kind: 'system' } };
  const merges: MergeRow[] = [];
  for (const otherId of otherIds) merges.push(await mergeOne(by, keptId, otherId, proof));
  return merges;
}

async function mergeOne(ctx: Tx, keptId: number, otherId: number, proof: readonly Identity[] | null): Promise<MergeRow> {
  const tickets = await mergeTickets(ctx, otherId, keptId);
  await moveOutbox(ctx, otherId, keptId, tickets.ticketIds);
  const mergeIds = await moveMerges(ctx, otherId, keptId);
  // Before the other is deleted: whoever reacts moves first what would go with it.
  await ctx.publish(contactMerged, { keptId, otherId });
  const contact = await mergeContact(ctx, keptId, otherId);
  const forSplit: ForSplit = { contact, tickets, mergeIds };
  const merge = await logMerge(ctx, { contactId: keptId, otherId, forSplit, proof });
  for (const { id, protocol } of tickets.closed) await noteMerge(ctx, id, protocol);
  await announceTicketsOf(ctx, keptId, tickets.closed);
  await audit(ctx, { verb: 'contact.merged', subject: String(keptId), details: { otherId, tickets: tickets.ticketIds.length } });
  return merge;
}

/**
 * Splits merged contacts. ERR_NO_MERGE_FOUND, ERR_MERGE_SPLIT; violates the constraint `contacts_number` when another contact has the number by now.
 */
export async function splitPeople(ctx: Tx, mergeId: number): Promise<{ merge: MergeRow; keptId: number; otherId: number }> {
  const { contact_id: keptId, split_at, for_split } = await lockMerge(ctx, mergeId);
  if (split_at) throw new AppError('ERR_MERGE_SPLIT');
  const { contact, tickets, mergeIds } = for_split as ForSplit;
  await lockChatsOf(ctx, [keptId]);
  await holdTickets(ctx, [keptId]);
  const { other } = await splitContact(ctx, keptId, contact);
  await splitTickets(ctx, keptId, other.id, tickets);
  await moveOutbox(ctx, keptId, other.id, tickets.ticketIds);
  await moveMergesBack(ctx, mergeIds, other.id);
  const merge = await logSplit(ctx, mergeId);
  await removeFilesOf(ctx, 'contact_merges', { id: mergeId });
  await announceTicketsOf(ctx, keptId);
  await announceTicketsOf(ctx, other.id);
  await audit(ctx, { verb: 'contact.split', subject: String(keptId), details: { otherId: other.id } });
  return { merge, keptId, otherId: other.id };
}
