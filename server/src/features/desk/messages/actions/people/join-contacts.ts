// Contacts who are one person become one, with conversations and all, and two again. What makes them two again is written down.
import type { Tx } from '../../../../../platform/context.ts';
import { AppError } from '../../../../../platform/errors.ts';
import { audit } from '../../../../company/system/actions.ts';
import { type Absorbed, absorbContact, closeContacts, holdContacts, releaseContact } from '../../../contacts/actions/absorb-contact.ts';
import { lockMerge, type MergeRow, noteMerged, noteParted, returnMerges, takeMerges } from '../../../contacts/actions/merge-log.ts';
import type { Identity } from '../../../contacts/reads.ts';
import { noteMerge } from '../../../ticket-notes/actions.ts';
import { announceTicketsOf, type HandedOver, handBack, handOverAll, holdTickets } from '../../../tickets/actions/for-features/hand-over.ts';
import { handOverMessages, lockChatsOf } from '../../store/hand-over.ts';

type Undo = { contact: Absorbed; tickets: HandedOver; mergeIds: number[] };

/**
 * Takes contacts into one: addresses, extra fields, tickets and messages. Of two active tickets on one connection the older goes on.
 * `proof`: the addresses of the event that proves them one person; null when a person decides. Everything that others write about them
 * is held first: contacts, chats, then tickets, in the order in which inbound and outbound messages take them, so nobody waits in a
 * circle. ERR_NO_CONTACT_FOUND, ERR_MERGE_GROUP.
 */
export async function joinContacts(
  ctx: Tx,
  keptId: number,
  otherIds: readonly number[],
  proof: readonly Identity[] | null,
): Promise<MergeRow[]> {
  const all = [keptId, ...otherIds];
  await holdContacts(ctx, all);
  await lockChatsOf(ctx, all);
  await holdTickets(ctx, all);
  await closeContacts(ctx, otherIds);
  // What an event proves is nobody's doing, whoever's call brought the event.
  const by: Tx = proof === null ? ctx : { ...ctx, actor: { kind: 'system' } };
  const merges: MergeRow[] = [];
  for (const otherId of otherIds) merges.push(await join(by, keptId, otherId, proof));
  return merges;
}

async function join(ctx: Tx, keptId: number, otherId: number, proof: readonly Identity[] | null): Promise<MergeRow> {
  const tickets = await handOverAll(ctx, otherId, keptId);
  await handOverMessages(ctx, otherId, keptId, tickets.ticketIds);
  const mergeIds = await takeMerges(ctx, otherId, keptId);
  const contact = await absorbContact(ctx, keptId, otherId);
  const undo: Undo = { contact, tickets, mergeIds };
  const merge = await noteMerged(ctx, { contactId: keptId, otherId, undo, proof });
  for (const { id, protocol } of tickets.closed) await noteMerge(ctx, id, protocol);
  await announceTicketsOf(ctx, keptId, tickets.closed);
  await audit(ctx, { verb: 'contact.merged', subject: String(keptId), details: { otherId, tickets: tickets.ticketIds.length } });
  return merge;
}

/** Makes two contacts again. ERR_NO_MERGE_FOUND; ERR_MERGE_UNDONE; runs into `contacts_number` when somebody else has the number by now. */
export async function partContacts(ctx: Tx, mergeId: number): Promise<{ merge: MergeRow; keptId: number; otherId: number }> {
  const { contact_id: keptId, undone_at, undo } = await lockMerge(ctx, mergeId);
  if (undone_at) throw new AppError('ERR_MERGE_UNDONE');
  const { contact, tickets, mergeIds } = undo as Undo;
  await holdContacts(ctx, [keptId]);
  await lockChatsOf(ctx, [keptId]);
  await holdTickets(ctx, [keptId]);
  const { other } = await releaseContact(ctx, keptId, contact);
  await handOverMessages(ctx, keptId, other.id, await handBack(ctx, keptId, other.id, tickets));
  await returnMerges(ctx, mergeIds, other.id);
  const merge = await noteParted(ctx, mergeId);
  await announceTicketsOf(ctx, keptId);
  await announceTicketsOf(ctx, other.id);
  await audit(ctx, { verb: 'contact.mergeUndone', subject: String(keptId), details: { otherId: other.id } });
  return { merge, keptId, otherId: other.id };
}
