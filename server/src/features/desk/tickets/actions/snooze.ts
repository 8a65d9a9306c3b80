// Tickets that are set aside for a while, and what is urgent.
import { maySnooze } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { z } from 'zod';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { must } from '../../../../platform/errors.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { mustSee } from '../reads.ts';
import { awake } from '../rules.ts';
import { findAndLock, type HeldTicket, lockTicket } from '../store/held.ts';
import { changeTicket, type TicketChange } from './change.ts';
import { markForAgent } from './mark-ticket.ts';

/** The time has come: the ticket is among the others again. It does nothing if the ticket was taken up, or set aside anew, meanwhile. */
export const wakeJob = defineJob({
  name: 'tickets.wake',
  lane: 'reactions',
  payload: z.object({ ticketId: z.number() }),
  run: (ctx, { ticketId }) =>
    transaction(ctx, async (ctx) => {
      const ticket = await findAndLock(ctx, ticketId);
      if (!ticket?.snoozedUntil || ticket.snoozedUntil > ctx.now()) return;
      await changeTicket(ctx, ticket, { ...awake, at: ctx.now() });
      // Its agent finds it among what is to be looked at.
      if (ticket.status === 'open' && ticket.userId !== null) await markForAgent(ctx, ticket.userId, ticketId);
    }),
});

/** Sets a ticket aside until then, or until the customer writes (null). ERR_NO_TICKET_FOUND, and as `maySnooze`. */
export function snoozeTicket(ctx: Ctx, ticketId: number, until: Date | null): Promise<TicketView> {
  return change(ctx, ticketId, async (ctx, ticket) => {
    must(maySnooze(ticket, until, ctx.now()));
    if (until) await ctx.enqueue(wakeJob, { ticketId }, { runAt: until, key: `wake${ticketId}` });
    return { snoozedAt: ctx.now(), snoozedUntil: until };
  });
}

/** Takes a ticket back among the others. ERR_NO_TICKET_FOUND. */
export function wakeTicket(ctx: Ctx, ticketId: number): Promise<TicketView> {
  return change(ctx, ticketId, async () => awake);
}

/** Marks a ticket as urgent, or takes that back. ERR_NO_TICKET_FOUND. */
export function markUrgent(ctx: Ctx, ticketId: number, priority: boolean): Promise<TicketView> {
  return change(ctx, ticketId, async () => ({ priority }));
}

function change(ctx: Ctx, ticketId: number, decide: (ctx: Tx, ticket: HeldTicket) => Promise<TicketChange>): Promise<TicketView> {
  return transaction(ctx, async (ctx) => {
    const ticket = await lockTicket(ctx, ticketId);
    mustSee(ctx.actor, ticket);
    return changeTicket(ctx, ticket, await decide(ctx, ticket));
  });
}
