import { type BotAnswer, BotFailure, type Bubble, textBubbles } from '../../../../gateways/integrations/port.ts';
import type { Outside, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { keepTicket } from '../../../desk/tickets/actions/for-features/hold-ticket.ts';
import { failTurn, holdTurn } from '../../assistants/actions/turn.ts';
import type { Envelope } from '../rules/envelope.ts';
import { failureOf, menuOf, nextTryAt } from '../rules/talk.ts';
import { type DeliveryRow, lockDelivery } from '../store/deliveries.ts';
import { findSession, saveSession } from '../store/sessions.ts';
import { type GoOn, noteDelivery } from './announce.ts';
import { callIntegration, type Line } from './call.ts';

export type Calling = { row: DeliveryRow; line: Line; session: string | null };

/** Calls the integration once, and notes what came of it: something to tell, another attempt, or a failure that people are told of. */
export async function callOnce(ctx: Outside, { row, line, session }: Calling, goOn: GoOn): Promise<void> {
  const begun = performance.now();
  const answer = await callIntegration(ctx, line, { eventId: row.event_id, session, envelope: row.payload as Envelope }).catch(failed);
  // A process that stops gives up its calls; the next one makes them.
  if (ctx.stopping?.aborted) return;
  const took = Math.round(performance.now() - begun);
  await transaction(ctx, async (ctx) => {
    const ticketId = row.ticket_id ?? 0;
    if (!(await keepTicket(ctx, ticketId))) return;
    const now = await lockDelivery(ctx, row.id);
    // Somebody else has made this attempt meanwhile.
    if (now?.state !== 'waiting' || now.attempts !== row.attempts) return;
    if (answer instanceof BotFailure) await noteFailure(ctx, now, answer, took, goOn);
    else await noteAnswer(ctx, now, line, answer, took);
  });
}

function failed(error: unknown): BotFailure {
  if (error instanceof BotFailure) return error;
  throw error;
}

async function noteFailure(ctx: Tx, row: DeliveryRow, failure: BotFailure, took: number, goOn: GoOn): Promise<void> {
  const at = failure.again ? nextTryAt(row.attempts, ctx.now()) : null;
  const { reason, status, message: detail, raw: answered } = failure;
  const ticketId = row.ticket_id ?? 0;
  const what = { reason, status, detail, answered, duration_ms: took };
  await noteDelivery(ctx, row.id, { ...what, state: at ? 'waiting' : 'failed', next_try_at: at });
  if (at) return goOn(ctx, ticketId, at);
  if (await turnOf(ctx, row)) await failTurn(ctx, ticketId, failureOf(reason), null);
}

async function noteAnswer(ctx: Tx, row: DeliveryRow, line: Line, answer: BotAnswer, took: number): Promise<void> {
  const ticketId = row.ticket_id ?? 0;
  const session = await findSession(ctx, ticketId);
  if (session && session.integration_id === row.integration_id) {
    const known = line.type === 'typebot' ? answer.session : session.session;
    await saveSession(ctx, { ...session, session: known, choices: answer.choices, spoken_at: ctx.now() });
  }
  const bubbles = bubblesOf(line, answer);
  const isTurn = (await turnOf(ctx, row)) !== null;
  const { action, status, raw: answered } = answer;
  await noteDelivery(ctx, row.id, {
    state: isTurn && (bubbles.length > 0 || action) ? 'answering' : 'done',
    reply: JSON.stringify({ bubbles, action }),
    ...{ said: 0, reason: null, detail: '', status, answered, duration_ms: took },
  });
}

/** What is told: the choices stand below the last text. Where Dialogflow has no words, the company may have some. */
function bubblesOf(line: Line, { bubbles, choices, action }: BotAnswer): Bubble[] {
  if (bubbles.length === 0 && choices.length === 0 && !action && line.type === 'dialogflow') return textBubbles(line.unknownMessage);
  if (choices.length === 0) return bubbles;
  const last = bubbles.at(-1);
  if (last?.type !== 'text') return [...bubbles, ...textBubbles(menuOf(choices))];
  return [...bubbles.slice(0, -1), ...textBubbles(`${last.text}\n\n${menuOf(choices)}`)];
}

/** The turn of the integration in a ticket; null if it has none, or no longer. */
export function turnOf(ctx: Tx, { integration_id: id, ticket_id, message_id: messageId }: DeliveryRow) {
  return holdTurn(ctx, { assistant: { kind: 'integration', id }, ticketId: ticket_id ?? 0, messageId });
}
