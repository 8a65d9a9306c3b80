// Inbound facts. The key of each in the journal and everything that follows from it are one transaction, perhaps with others: both, or neither.
// A fact that fails is kept in the journal with the error and retried; a fact delivered twice is ignored. No fact can block those after it:
// one that the database refuses even there is put aside.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Inbound } from '../../../../../gateways/whatsapp/port.ts';
import { storableFact } from '../../../../../gateways/whatsapp/storable.ts';
import type { Ctx, Tx } from '../../../../../platform/context.ts';
import { transaction } from '../../../../../platform/db/transaction.ts';
import { isDatabaseAway, isUnstorable } from '../../../../../platform/errors.ts';
import { faultPoint } from '../../../../../platform/faults.ts';
import { defineJob } from '../../../../../platform/jobs/define.ts';
import { CredentialsChanged, mustStillOwn } from '../../../../company/connections/reads.ts';
import { knownContacts } from '../../../contacts/actions/recognise.ts';
import { receiveAttemptsMax, receiveDelay } from '../../rules/delivery.ts';
import { insertFailedEvent, lockEvent, noteKey, saveEvent } from '../../store/journal.ts';
import { applyInbound, TooEarly } from './apply.ts';
import { applyTogether, type Fact, type Together, togetherWith } from './apply-together.ts';
import { createIntake, intakeOf, type Waiting } from './intake.ts';

export const retryEventJob = defineJob({
  name: 'messages.retryEvent',
  lane: 'reactions',
  payload: z.object({ connectionId: z.number(), key: z.string() }),
  run: (ctx, { connectionId, key }) => retryEvent(ctx, connectionId, key),
});

/**
 * Receives facts from a channel. When it resolves, all of them are in the journal, so the channel may confirm them.
 * Facts of one chat keep their order; chats run in parallel. Rejects only when the database is away or cannot write, or with CredentialsChanged if
 * the connection's are no longer those `under` which they were found to be genuine: then find that out again, and receive all again.
 */
export async function receiveEvents(ctx: Ctx, connectionId: number, events: Inbound[], under?: string): Promise<void> {
  const intake = intakeOf(ctx, () => createIntake({ one: receiveEvent, together: receiveTogether }));
  await Promise.all(
    events.map(storableFact).map((event) => {
      // Facts that are taken in together are those of the product itself.
      const as = ctx.actor.kind === 'system' ? togetherWith(event) : null;
      return intake.receive({ ctx, connectionId, event, under, as }, `${connectionId}:${chatOf(event)}`);
    }),
  );
}

/** If it fails, or the database refuses any of them, each is received by itself, and fails by itself. */
async function receiveTogether(as: Together, facts: readonly Waiting[]): Promise<ReadonlySet<number>> {
  const [first] = facts;
  const all = new Set(facts.keys());
  // One text alone saves nothing.
  if (!first || (as === 'texts' && facts.length === 1)) return all;
  try {
    const left = await applyTogether(first.ctx, as, facts);
    faultPoint('together.after-commit');
    return left;
  } catch (error) {
    first.ctx.log.warn({ err: error, facts: facts.length }, 'facts that failed together are received one by one');
    return all;
  }
}

async function receiveEvent(fact: Fact & { ctx: Ctx }): Promise<void> {
  const { ctx, connectionId, event, under } = fact;
  try {
    faultPoint('receive.before-journal');
    await transaction(ctx, async (ctx) => {
      const isMessage = event.kind === 'message' || event.kind === 'call';
      const contacts = isMessage ? knownContacts(ctx.companyId, event.chat) : undefined;
      const { isNew, known } = await noteKey(ctx, connectionId, event.key, ctx.now(), contacts);
      await mustStillOwn(ctx, connectionId, under);
      if (!isNew) return;
      faultPoint('receive.after-journal');
      await applyInbound(ctx, connectionId, event, known ?? undefined);
      faultPoint('receive.before-commit');
    });
    faultPoint('receive.after-commit');
  } catch (error) {
    if (isDatabaseAway(error) || error instanceof CredentialsChanged) throw error;
    await keepForLater(fact, error);
  }
}

async function keepForLater(fact: Fact & { ctx: Ctx }, error: unknown): Promise<void> {
  const { ctx, connectionId, event, under } = fact;
  if (!(error instanceof TooEarly)) ctx.log.error({ err: error, key: event.key, connectionId }, 'inbound fact failed');
  const now = ctx.now();
  const nextAttemptAt = new Date(now.getTime() + receiveDelay(0));
  try {
    await transaction(ctx, async (ctx) => {
      await insertFailedEvent(ctx, connectionId, { key: event.key, payload: event, error: reasonOf(error), now, nextAttemptAt });
      await mustStillOwn(ctx, connectionId, under);
      await ctx.enqueue(retryEventJob, { connectionId, key: event.key }, { runAt: nextAttemptAt });
    });
  } catch (refusal) {
    if (!isUnstorable(refusal)) throw refusal;
    await putAside(fact, refusal);
  }
}

/** Keeps a fact that the database refuses as a text, for a person to look at. Refusing it again would only make the provider repeat it. */
async function putAside({ ctx, connectionId, event, under }: Fact & { ctx: Ctx }, refusal: unknown): Promise<void> {
  const refused = JSON.stringify(event);
  const key = `refused:${createHash('sha256').update(refused).digest('hex')}`;
  ctx.log.error({ err: refusal, key, connectionId, kind: event.kind }, 'an inbound fact cannot be stored');
  const error = reasonOf(refusal);
  try {
    await transaction(ctx, async (ctx) => {
      await insertFailedEvent(ctx, connectionId, { key, payload: { refused }, error, now: ctx.now(), nextAttemptAt: null });
      await mustStillOwn(ctx, connectionId, under);
    });
  } catch (again) {
    // Its connection is gone, for example.
    if (!isUnstorable(again)) throw again;
  }
}

/** Retries a journaled fact if it is due. After the last attempt it stays in the journal with its error and no next attempt. */
export async function retryEvent(ctx: Ctx, connectionId: number, key: string): Promise<void> {
  try {
    await transaction(ctx, async (ctx) => {
      const waiting = await lockEvent(ctx, connectionId, key, soon(ctx));
      if (!waiting) return;
      await applyInbound(ctx, connectionId, waiting.payload as Inbound);
      await saveEvent(ctx, connectionId, waiting, { processed_at: ctx.now(), payload: null, error: null, next_attempt_at: null });
    });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    await transaction(ctx, async (ctx) => {
      const waiting = await lockEvent(ctx, connectionId, key, soon(ctx));
      if (!waiting) return;
      const attempts = waiting.attempts + 1;
      const last = attempts >= receiveAttemptsMax;
      if (last) ctx.log.error({ key, connectionId, reason: reasonOf(error) }, 'inbound fact given up');
      const next = last ? null : new Date(ctx.now().getTime() + receiveDelay(attempts));
      await saveEvent(ctx, connectionId, waiting, { attempts, error: reasonOf(error), next_attempt_at: next });
      if (next) await ctx.enqueue(retryEventJob, { connectionId, key }, { runAt: next });
    });
  }
}

/** Due a second from now counts as due: the database's clock, which starts jobs, may be a little ahead of ours. */
function soon(ctx: Tx): Date {
  return new Date(ctx.now().getTime() + 1_000);
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}

/** Facts with the same key are processed in order. A status has no chat, so its key is its message. Facts about the number have one key. */
export function chatOf(event: Inbound): string {
  if (event.kind === 'status') return `message:${event.externalId}`;
  if (event.kind === 'account' || event.kind === 'limits') return 'number';
  if (event.kind === 'template') return 'templates';
  if ('chat' in event) return event.chat.map((address) => address.value).sort()[0] ?? event.key;
  return event.key;
}
