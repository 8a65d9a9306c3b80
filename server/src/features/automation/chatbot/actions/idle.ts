import type { Ctx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { mayWork } from '../../../company/companies/reads.ts';
import { saySystem } from '../../../desk/messages/actions/out/say-system.ts';
import { moveTicket } from '../../../desk/tickets/actions/move-ticket.ts';
import { claimIdle } from '../store/idle.ts';
import { answerGivenSoon } from './answer-given.ts';

/**
 * If the ticket is still idle and the company may work: transfers one without a queue to its connection's queue, or closes one whose customer
 * is silent.
 */
export function handleIdleTicket(ctx: Ctx, ticketId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (!(await mayWork(ctx))) return;
    const idle = await claimIdle(ctx, ticketId, ctx.now());
    if (!idle) return;
    if (idle.kind === 'without-queue') {
      await moveTicket(ctx, ticketId, { status: 'pending', queueId: idle.transferQueueId });
      await answerGivenSoon(ctx, ticketId, 0);
      return;
    }
    await saySystem(ctx, ticketId, idle.inactiveMessage, { kind: 'inactive' });
    await moveTicket(ctx, ticketId, { status: 'closed' });
  });
}
