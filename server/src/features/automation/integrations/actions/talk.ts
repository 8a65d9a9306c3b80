// The talk of a ticket with its integration, step by step: what the customer said is sent, then what was answered is told, in order.
import type { Outside, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { viewMessages } from '../../../desk/messages/reads.ts';
import { keepTicket } from '../../../desk/tickets/actions/for-features/hold-ticket.ts';
import { holdTurn } from '../../assistants/actions/turn.ts';
import { type Envelope, withFile } from '../rules/envelope.ts';
import { fileLooks, isStale } from '../rules/talk.ts';
import { type DeliveryRow, lockNextDelivery, saveDelivery } from '../store/deliveries.ts';
import { findIntegration } from '../store/integrations.ts';
import { findSession } from '../store/sessions.ts';
import { type GoOn, noteDelivery } from './announce.ts';
import { type Calling, callOnce } from './call-once.ts';
import { lineOf } from './line.ts';
import { type Telling, tellNext } from './tell-next.ts';

type Step = { do: 'call'; calling: Calling } | { do: 'tell'; telling: Telling } | { do: 'next' };

/** Steps of one job. What is left is another job. */
const stepsMax = 30;

export async function talk(ctx: Outside, ticketId: number, goOn: GoOn): Promise<void> {
  for (let i = 0; i < stepsMax; i += 1) {
    const step = await transaction(ctx, (ctx) => nextStep(ctx, ticketId, goOn));
    if (!step) return;
    if (step.do === 'call') await callOnce(ctx, step.calling, goOn);
    // A file takes its time, so it is the last thing that a job does.
    if (step.do === 'tell' && (await tellNext(ctx, step.telling, goOn)) === 'took long') break;
  }
  await transaction(ctx, (ctx) => goOn(ctx, ticketId));
}

/** The next thing to do now; null if there is none, or only later. */
async function nextStep(ctx: Tx, ticketId: number, goOn: GoOn): Promise<Step | null> {
  if (!(await keepTicket(ctx, ticketId))) return null;
  const row = await lockNextDelivery(ctx, ticketId);
  if (!row) return null;
  if (row.next_try_at && row.next_try_at > ctx.now()) {
    await goOn(ctx, ticketId, row.next_try_at);
    return null;
  }
  return row.state === 'answering' ? { do: 'tell', telling: { row } } : callingOf(ctx, row, goOn);
}

async function callingOf(ctx: Tx, row: DeliveryRow, goOn: GoOn): Promise<Step | null> {
  const { id, ticket_id: ticketId, integration_id: integrationId, message_id: messageId, sent_again: sentAgain } = row;
  const integration = await findIntegration(ctx, integrationId);
  const asked = { assistant: { kind: 'integration', id: integrationId } as const, ticketId: ticketId ?? 0, messageId };
  const isTurn = integration !== null && !isStale(row.created_at, ctx.now()) && (await holdTurn(ctx, asked)) !== null;
  if (!integration || (!isTurn && !sentAgain)) {
    await noteDelivery(ctx, id, { state: 'dropped', next_try_at: null });
    return { do: 'next' };
  }
  const envelope = await envelopeOf(ctx, row);
  if (!envelope) {
    const at = new Date(ctx.now().getTime() + fileLooks.everyMs);
    await saveDelivery(ctx, id, { next_try_at: at });
    await goOn(ctx, asked.ticketId, at);
    return null;
  }
  const session = await findSession(ctx, asked.ticketId);
  const called = await noteDelivery(ctx, id, { attempts: row.attempts + 1, next_try_at: null, payload: JSON.stringify(envelope) });
  return { do: 'call', calling: { row: called, line: lineOf(ctx, integration), session: session?.session ?? null } };
}

/** What is sent: with the address of the file, which may have arrived only now. Null while it is on its way. */
async function envelopeOf(ctx: Tx, row: DeliveryRow): Promise<Envelope | null> {
  const envelope = row.payload as Envelope;
  if (row.attempts > 0 || envelope.message.type === 'conversation') return envelope;
  const [message] = await viewMessages(ctx, [row.message_id]);
  const waited = ctx.now().getTime() - row.created_at.getTime();
  if (message?.mediaState === 'pending' && waited < fileLooks.untilMs) return null;
  return message?.mediaUrl ? withFile(envelope, message.mediaUrl) : envelope;
}
