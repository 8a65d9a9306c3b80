// Two contacts become one in a single transaction, which also writes down all that makes them two again.
import type { Answer } from '@balcao/contract/endpoint';
import type { mergeEndpoints } from '@balcao/contract/merges';
import type { Ctx } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { AppError, invalid, refusingDuplicates } from '../../platform/errors.ts';
import { type Absorbed, absorbContact, lockPair, releaseContact } from '../contacts/actions/absorb-contact.ts';
import { detailOf, getContact } from '../contacts/reads.ts';
import { followTickets } from '../messages/actions/hand-over.ts';
import { audit } from '../system/actions.ts';
import { noteMerge } from '../ticket-notes/actions.ts';
import { announceTicketsOf, type HandedOver, handBack, handOverAll } from '../tickets/actions/hand-over.ts';
import { handOverMerges, insertMerge, lockMerge, returnMerges, saveUndone } from './store.ts';
import { mergeView } from './view.ts';

type Undo = { contact: Absorbed; tickets: HandedOver; mergeIds: number[] };

/** Takes a contact into another. ERR_NO_CONTACT_FOUND, ERR_MERGE_GROUP. */
export function mergeContacts(ctx: Ctx, contactId: number, otherId: number): Promise<Answer<typeof mergeEndpoints.mergeContacts>> {
  if (contactId === otherId) throw invalid('body.otherId', 'same');
  return transaction(ctx, async (ctx) => {
    const { kept, other } = await lockPair(ctx, contactId, otherId);
    const tickets = await handOverAll(ctx, otherId, contactId);
    await followTickets(ctx, otherId, contactId, tickets.ticketIds);
    const mergeIds = await handOverMerges(ctx, otherId, contactId);
    const contact = await absorbContact(ctx, kept, other);
    const undo: Undo = { contact, tickets, mergeIds };
    const by = ctx.actor.kind === 'user' ? ctx.actor : null;
    const merge = await insertMerge(ctx, { contactId, otherId, undo, by, at: ctx.now() });
    for (const { id, protocol } of tickets.closed) await noteMerge(ctx, id, protocol);
    await announceTicketsOf(ctx, contactId, tickets.closed);
    await audit(ctx, { verb: 'contact.merged', subject: String(contactId), details: { otherId, tickets: tickets.ticketIds.length } });
    return { merge: mergeView(merge), contact: await detailOf(ctx, await getContact(ctx, contactId)) };
  });
}

/** Makes two contacts again. ERR_NO_MERGE_FOUND; ERR_MERGE_UNDONE; ERR_DUPLICATED_CONTACT when somebody else has the number by now. */
export function undoMerge(ctx: Ctx, mergeId: number): Promise<Answer<typeof mergeEndpoints.undoMerge>> {
  return refusingDuplicates({ contacts_number: 'ERR_DUPLICATED_CONTACT' }, () =>
    transaction(ctx, async (ctx) => {
      const { contact_id: contactId, undone_at, undo } = await lockMerge(ctx, mergeId);
      if (undone_at) throw new AppError('ERR_MERGE_UNDONE');
      const { contact, tickets, mergeIds } = undo as Undo;
      const { kept, other } = await releaseContact(ctx, contactId, contact);
      await followTickets(ctx, contactId, other.id, await handBack(ctx, contactId, other.id, tickets));
      await returnMerges(ctx, mergeIds, other.id);
      const merge = await saveUndone(ctx, mergeId, ctx.now());
      await announceTicketsOf(ctx, contactId);
      await announceTicketsOf(ctx, other.id);
      await audit(ctx, { verb: 'contact.mergeUndone', subject: String(contactId), details: { otherId: other.id } });
      return { merge: mergeView(merge), contact: await detailOf(ctx, kept), other: await detailOf(ctx, other) };
    }),
  );
}
