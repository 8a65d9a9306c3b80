// What a customer is told when a person moves their ticket. A transfer is told once it can no longer be taken back.

import { undoMs } from '@balcao/contract/ticket-move-rules';
import { type Placed, ticketStatuses } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { z } from 'zod';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { mayWork } from '../../../company/companies/reads.ts';
import { keptSettingsOf } from '../../../company/settings/reads.ts';
import { saySystem } from '../../../desk/messages/actions/out/say-system.ts';
import { keepTicket } from '../../../desk/tickets/actions/for-features/hold-ticket.ts';
import { acceptedText, isAccepted, transferText } from '../rules.ts';

/** A move made by a user: what to say, where the ticket went, and its revision then. */
const move = z.object({
  kind: z.enum(['accepted', 'transferred']),
  text: z.string(),
  ticketId: z.number(),
  revision: z.number(),
  after: z.object({ status: z.enum(ticketStatuses), userId: z.number().nullable(), queueId: z.number().nullable() }),
});
export type Move = z.output<typeof move>;

export const sayTransferredJob = defineJob({
  name: 'chatbot.sayTransferred',
  lane: 'reactions',
  payload: move,
  run: sayMove,
});

/** What a message to the customer needs to know of a change; null if there is nothing to say. */
export function pickMove({
  before,
  ticket,
  moved,
  byUserId,
}: {
  before: Placed | null;
  ticket: TicketView;
  moved: boolean;
  byUserId: number | null;
}): Move | null {
  if (!moved || !before || byUserId === null || ticket.isGroup) return null;
  const { id: ticketId, revision, status, userId, queueId } = ticket;
  const move = { ticketId, revision, after: { status, userId, queueId } };
  if (isAccepted(before, ticket, byUserId)) return { ...move, kind: 'accepted', text: acceptedText(ticket.user?.name ?? '') };
  const text = transferText(before, ticket);
  return text === null ? null : { ...move, kind: 'transferred', text };
}

/** Tells the customer who accepted the ticket, or soon where it was transferred, if the company wants that. */
export function sayMoved(ctx: Ctx | Tx, move: Move): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if ((await keptSettingsOf(ctx))[move.kind === 'accepted' ? 'sendGreetingAccepted' : 'sendMsgTransfTicket'] !== 'enabled') return;
    if (move.kind === 'accepted') return sayMove(ctx, move);
    await ctx.enqueue(sayTransferredJob, move, { key: String(move.ticketId), runAt: new Date(ctx.now().getTime() + undoMs) });
  });
}

/** Says the text of a move, unless the ticket was moved again since. */
function sayMove(ctx: Ctx | Tx, { kind, text, ticketId, revision, after }: Move): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (!(await mayWork(ctx))) return;
    const ticket = await keepTicket(ctx, ticketId);
    const stays = ticket && ticket.status === after.status && ticket.userId === after.userId && ticket.queueId === after.queueId;
    if (stays) await saySystem(ctx, ticketId, text, { kind, once: `${kind}-${ticketId}-${revision}` });
  });
}
