// What automations do, each within one transaction. Refuses as the same would be refused to a person.
import type { AutomationAction } from '@balcao/contract/automation-rules';
import { canSee, mayReach } from '@balcao/contract/ticket-rules';
import { automationNoticed } from '../../../../events/automations.ts';
import type { Tx } from '../../../../platform/context.ts';
import { AppError, must } from '../../../../platform/errors.ts';
import { getQueue } from '../../../company/queues/reads.ts';
import { findUser } from '../../../company/users/reads.ts';
import { filling } from '../../../desk/messages/actions/out/queue-message.ts';
import { saySystem } from '../../../desk/messages/actions/out/say-system.ts';
import { placeTicket, untagTicket } from '../../../desk/tags/actions.ts';
import { createTicketNote } from '../../../desk/ticket-notes/actions.ts';
import { assignTicket } from '../../../desk/tickets/actions/for-features/assign-ticket.ts';
import { holdTicket } from '../../../desk/tickets/actions/for-features/hold-ticket.ts';
import { moveTicket } from '../../../desk/tickets/actions/move-ticket.ts';
import { viewTicket, writableView } from '../../../desk/tickets/reads.ts';
import { viewForPrograms } from '../../../open/public-api/reads.ts';
import { tellWebhook } from '../../../open/webhooks/actions/tell-webhook.ts';
import { mustBeIn } from '../../../outbound/consent/reads.ts';

/** `once`: names this action of this firing. */
type Acting = { ticketId: number; automation: string; automationId: number; once: string };
type Ticket = NonNullable<Awaited<ReturnType<typeof holdTicket>>>;

/** Does it. ERR_NO_TICKET_FOUND, and whatever the action is refused with. */
export async function act(ctx: Tx, action: AutomationAction, acting: Acting): Promise<void> {
  const ticket = await holdTicket(ctx, acting.ticketId);
  if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND');
  switch (action.do) {
    case 'assignUser':
      await assignTicket(ctx, ticket.id, action.userId, acting.automation);
      return;
    case 'moveToQueue':
      return moveToQueue(ctx, ticket, action.queueId, acting.automation);
    case 'addTag':
      await placeTicket(ctx, ticket.id, action.tagId);
      return;
    case 'removeTag':
      await untagTicket(ctx, ticket.id, action.tagId);
      return;
    case 'sendText':
      return sendText(ctx, ticket, action.text, acting.once);
    case 'addNote':
      await createTicketNote(ctx, {
        note: (await filling(ctx, ticket))(action.text),
        ticketId: ticket.id,
        contactId: ticket.contact_id,
        mentions: [],
      });
      return;
    case 'notifyUser':
      return notifyUser(ctx, ticket, action, acting);
    case 'notifyQueue':
      return notifyQueue(ctx, ticket, action, acting);
    case 'callWebhook':
      return tellWebhook(ctx, action.webhookId, `ticket:${ticket.id}`, {
        automation: { id: acting.automationId, name: acting.automation },
        ticket: viewForPrograms.ticket(viewTicket(ctx, ticket)),
      });
    case 'close':
      if (ticket.status !== 'closed') await moveTicket(ctx, ticket.id, { status: 'closed' }, { rule: acting.automation });
      return;
    default:
      throw new Error(`no action ${JSON.stringify(action satisfies never)}`);
  }
}

async function moveToQueue(ctx: Tx, ticket: Ticket, queueId: number, rule: string): Promise<void> {
  if (ticket.status === 'closed') throw new AppError('ERR_TICKET_CLOSED');
  await getQueue(ctx, queueId);
  if (ticket.queue_id !== queueId) await moveTicket(ctx, ticket.id, { status: 'pending', queueId }, { rule });
}

async function sendText(ctx: Tx, ticket: Ticket, text: string, once: string): Promise<void> {
  must(mayReach(writableView(ticket), ctx.now()));
  await mustBeIn(ctx, ticket.contact_id);
  if (!(await saySystem(ctx, ticket.id, text, { kind: 'automation', once }))) throw new AppError('ERR_AUTOMATIC_TEXTS_LIMIT');
}

async function notifyUser(ctx: Tx, ticket: Ticket, { userId, text }: { userId: number; text: string }, acting: Acting): Promise<void> {
  const user = await findUser(ctx, userId);
  if (!user) throw new AppError('ERR_NO_USER_FOUND');
  const { status, user_id, queue_id } = ticket;
  if (!canSee(user, { status, userId: user_id, queueId: queue_id })) throw new AppError('ERR_USER_NOT_IN_QUEUE');
  await notify(ctx, ticket, { userId }, text, acting, ticket.contact_name);
}

/** The people of another queue may not see the ticket, so they are not told whose it is. */
async function notifyQueue(ctx: Tx, ticket: Ticket, { queueId, text }: { queueId: number; text: string }, acting: Acting): Promise<void> {
  await getQueue(ctx, queueId);
  await notify(ctx, ticket, { queueId }, text, acting, ticket.queue_id === queueId ? ticket.contact_name : '');
}

async function notify(
  ctx: Tx,
  ticket: Ticket,
  to: { userId: number } | { queueId: number },
  text: string,
  { automation }: Acting,
  contactName: string,
): Promise<void> {
  const fill = await filling(ctx, { contact_name: contactName, protocol: ticket.protocol });
  const { id, uuid, number } = ticket;
  await ctx.publish(automationNoticed, { to, text: fill(text), automation, ticket: { id, uuid, number, contactName } });
}
