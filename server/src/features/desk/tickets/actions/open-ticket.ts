import { openTicket as openRule } from '@balcao/contract/ticket-move-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { type Outside, type Tx, userIdOf } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError, must, violatedConstraint } from '../../../../platform/errors.ts';
import { defaultConnection, getConnection } from '../../../company/connections/reads.ts';
import { checkReachable } from '../../contacts/actions/check-number.ts';
import { getContact } from '../../contacts/reads.ts';
import { moverOf } from '../access.ts';
import { findActiveTicket, getTicket } from '../store/find.ts';
import { addTicket, announceTicket, tellReceiver } from './change.ts';
import { checkPlace } from './check-place.ts';

export type OpenTicket = {
  contactId: number;
  queueId?: number | null | undefined;
  whatsappId?: number | null | undefined;
  userId?: number | null | undefined;
};

/**
 * Starts a conversation: open, assigned to the caller unless another agent is chosen. Looks the number up first where that is possible
 * (`checkReachable`). ERR_OTHER_OPEN_TICKET with the ticket when the contact has an active one on the connection; ERR_QUEUE_REQUIRED, and
 * as `checkPlace`.
 */
export async function openTicket(ctx: Outside, wanted: OpenTicket): Promise<TicketView> {
  const self = userIdOf(ctx.actor);
  const connectionId = await reading(ctx, async (ctx) => {
    await getContact(ctx, wanted.contactId);
    return (await defaultConnection(ctx, self, wanted.whatsappId || null)).id;
  });
  await checkReachable(ctx, wanted.contactId, connectionId);
  try {
    return await transaction(ctx, async (ctx) => {
      const { contactId } = wanted;
      await getContact(ctx, contactId);
      const connection = await getConnection(ctx, connectionId);
      const ticket = must(openRule({ ...wanted, connectionId: connection.id }, moverOf(ctx.actor), ctx.now()));
      const active = await findActiveTicket(ctx, contactId, connection.id);
      if (active) throw await otherOpenTicket(ctx, active.id);
      await checkPlace(ctx, ticket);
      const row = await addTicket(ctx, { ...ticket, contactId });
      const opened = await announceTicket(ctx, null, row);
      await tellReceiver(ctx, null, row);
      return opened;
    });
  } catch (error) {
    // Two people opened one at the same time.
    if (violatedConstraint(error) === 'tickets_active') return openTicket(ctx, wanted);
    throw error;
  }
}

async function otherOpenTicket(ctx: Tx, ticketId: number): Promise<AppError> {
  const row = await getTicket(ctx, ticketId);
  const ticket = {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    userId: row.user_id,
    user: { id: row.user_id, name: row.user_name ?? '' },
    queue: { id: row.queue_id, name: row.queue_name ?? '' },
  };
  return new AppError('ERR_OTHER_OPEN_TICKET', { ticket }, undefined, JSON.stringify(ticket));
}
