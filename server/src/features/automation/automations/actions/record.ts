// What happens is noticed in the transaction in which it happens: the job that looks for automations is there if and only if its cause is.
import { undoMs } from '@balcao/contract/ticket-move-rules';
import { messageReceived } from '../../../../events/messages.ts';
import { ticketChanged, ticketTagged } from '../../../../events/tickets.ts';
import { newId } from '../../../../platform/chance.ts';
import type { Tx } from '../../../../platform/context.ts';
import type { Fact, Published, Recorder } from '../../../../platform/facts.ts';
import { keptListeners } from '../../../company/companies/reads.ts';
import { type Occurrence, occurrenceOfMessage, occurrenceOfMove, occurrenceOfTags } from '../rules.ts';
import { fireJob } from './fire.ts';

type Teller = { fact: { name: string }; tell(payload: unknown, ctx: Tx): Occurrence | null };

function teller<P>(fact: Fact<P>, tell: (payload: P, ctx: Tx) => Occurrence | null): Teller {
  return { fact, tell: (payload, ctx) => tell(payload as P, ctx) };
}

const tellers: Teller[] = [
  // A person's change that no person made is one that they took back.
  teller(ticketChanged, (change, { actor }) => occurrenceOfMove(change, actor.kind === 'user' && change.byUserId === null)),
  teller(messageReceived, (heard) => occurrenceOfMessage(heard)),
  teller(ticketTagged, (tagged) => occurrenceOfTags(tagged)),
];
const tellerOf = new Map(tellers.map((each) => [each.fact.name, each]));

export const automationRecorder: Recorder = { facts: tellers.map(({ fact }) => fact), record };

async function record(ctx: Tx, told: readonly Published[]): Promise<void> {
  const { automations } = await keptListeners(ctx);
  if (automations.length === 0) return;
  const depth = (ctx.actor.kind === 'system' && ctx.actor.depth) || 0;
  for (const { fact, payload } of told) {
    const occurrence = tellerOf.get(fact.name)?.tell(payload, ctx);
    if (!occurrence || !automations.includes(occurrence.event)) continue;
    const found = { ...occurrence, key: newId(), depth, automationId: null };
    await ctx.enqueue(fireJob, found, occurrence.was ? { inMs: undoMs } : {});
  }
}
