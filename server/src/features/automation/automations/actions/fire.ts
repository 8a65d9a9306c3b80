// Automations that wait for a fact fire one after the other, each at most once because of it: their rows in the log are there before the first
// action, and each action is one transaction with its result. So the job may run again at any time.
import { automationEvents, automationLimits, matches, mayFire } from '@balcao/contract/automation-rules';
import { ticketStatuses } from '@balcao/contract/ticket-rules';
import { z } from 'zod';
import { automationFired } from '../../../../events/automations.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { mayWork } from '../../../company/companies/reads.ts';
import { keepTicket } from '../../../desk/tickets/actions/for-features/hold-ticket.ts';
import { isUndone, situationOf } from '../rules.ts';
import { type AutomationRow, automationsFor, findAutomation } from '../store/automations.ts';
import { addResult, firingsOf, firingsSince, insertFiring, lockFiring } from '../store/firings.ts';
import { findSituation } from '../store/situations.ts';
import { act } from './act.ts';

const placed = z.object({ status: z.enum(ticketStatuses), userId: z.number().nullable(), queueId: z.number().nullable() });

/** What happened. `key` names this fact; `depth`: of how many automations it is the consequence; `automationId`: the one it is for, or null. */
const occurrence = z.object({
  event: z.enum(automationEvents),
  key: z.string(),
  depth: z.number(),
  ticketId: z.number(),
  messageId: z.number().nullable(),
  rating: z.number().nullable(),
  tagIds: z.array(z.number()).nullable(),
  was: placed.nullable(),
  automationId: z.number().nullable(),
});
type Happened = z.output<typeof occurrence>;

export const fireJob = defineJob({ name: 'automations.fire', lane: 'reactions', payload: occurrence, run: fireAll });

async function fireAll(ctx: Ctx, happened: Happened): Promise<void> {
  const waiting = await reading(ctx, async (ctx) => {
    if (happened.automationId === null) return automationsFor(ctx, happened.event, automationLimits.count);
    const one = await findAutomation(ctx, happened.automationId);
    return one?.active && one.event === happened.event ? [one] : [];
  });
  if (waiting.length === 0) return;
  const acting: Ctx = { ...ctx, actor: { kind: 'system', depth: happened.depth + 1 } };
  const begun = await transaction(acting, (ctx) => begin(ctx, waiting, happened));
  for (const { id, automation, done } of begun) {
    for (let index = done; index < automation.actions.length; index++) await takeStep(acting, automation, id, index);
  }
}

type Begun = { id: number; automation: AutomationRow; done: number };

/**
 * Decides which of them fire, all by the ticket as it is before any of them acts, and says so in the log. `done`: how many actions an earlier
 * run of the job has carried out.
 */
async function begin(ctx: Tx, waiting: readonly AutomationRow[], happened: Happened): Promise<Begun[]> {
  const { ticketId, key: factKey, event, depth } = happened;
  const now = ctx.now();
  const ticket = await keepTicket(ctx, ticketId);
  if (!ticket || !(await mayWork(ctx))) return [];
  const ids = waiting.map(({ id }) => id);
  const before = await firingsOf(ctx, ids, factKey);
  if (before.length > 0) {
    return waiting.flatMap((automation) => {
      const firing = before.find(({ automation_id, outcome }) => automation_id === automation.id && outcome === 'fired');
      return firing ? [{ id: firing.id, automation, done: firing.results.length }] : [];
    });
  }
  const row = isUndone(happened.was, ticket) ? null : await findSituation(ctx, ticketId, happened.messageId);
  if (!row || row.isGroup) return [];
  const situation = situationOf(row, happened, now);
  const firing = { ticketId, factKey, event, depth, at: now };
  const matching = waiting.filter((automation) => matches(automation, situation));
  // The clock finds it again and again.
  if (happened.automationId !== null && matching.length === 0)
    await insertFiring(ctx, { ...firing, automationId: happened.automationId, outcome: 'unmatched' });
  const begun: Begun[] = [];
  for (const automation of matching) {
    const lately = await firingsSince(ctx, ticketId, automation.id, new Date(now.getTime() - 3_600_000));
    const outcome = mayFire(depth, lately.fired);
    if (outcome === 'limit' && lately.told) continue;
    const id = await insertFiring(ctx, { ...firing, automationId: automation.id, outcome });
    await ctx.publish(automationFired, { id: automation.id, at: now.toISOString() });
    if (outcome === 'fired') begun.push({ id, automation, done: 0 });
  }
  return begun;
}

/** Carries out one action and notes what became of it. A refusal keeps the others from nothing. */
async function takeStep(ctx: Ctx, automation: AutomationRow, firingId: number, index: number): Promise<void> {
  const action = automation.actions[index];
  if (!action) return;
  const step = (work: (ctx: Tx, ticketId: number) => Promise<string | null>) =>
    transaction(ctx, async (ctx) => {
      const firing = await lockFiring(ctx, firingId);
      if (firing?.results.length !== index) return;
      const code = await work(ctx, firing.ticket_id);
      await addResult(ctx, firingId, { do: action.do, ok: code === null, code });
    });
  try {
    await step(async (ctx, ticketId) => {
      await act(ctx, action, {
        ticketId,
        automation: automation.name,
        automationId: automation.id,
        once: `automation-${firingId}-${index}`,
      });
      return null;
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await step(async () => error.code);
  }
}
