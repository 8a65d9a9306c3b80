// The part of tickets that assistants have: which one answers, and what the conversation tells of it.
import type { AssistantFailure, AssistantSilence } from '@balcao/contract/assistant-rules';
import type { TicketPatch } from '@balcao/contract/ticket-move-rules';
import type { Tx } from '../../../../../platform/context.ts';
import { lockTicket } from '../../store/held.ts';
import { toldSince } from '../../store/moves.ts';
import { changeTicket } from '../change.ts';
import { tell } from '../tell.ts';

/** How long the same failure is not told again, in ms. */
const sameAgainMs = 15 * 60_000;

/** Notes which assistant answers in a ticket, or that it fell silent, and announces the ticket. ERR_NO_TICKET_FOUND. */
export async function setAssistant(
  ctx: Tx,
  ticketId: number,
  patch: Pick<TicketPatch, 'useIntegration' | 'promptId' | 'integrationId'>,
): Promise<void> {
  await changeTicket(ctx, await lockTicket(ctx, ticketId), patch);
}

/** A line in the conversation for people: why the assistant failed or fell silent. A failure that lasts is told again now and then. ERR_NO_TICKET_FOUND. */
export async function tellOfAssistant(
  ctx: Tx,
  ticketId: number,
  told: { kind: 'assistantFailed'; reason: AssistantFailure } | { kind: 'assistantSilent'; reason: AssistantSilence },
): Promise<void> {
  const ticket = await lockTicket(ctx, ticketId);
  const since = new Date(ctx.now().getTime() - sameAgainMs);
  if (told.kind === 'assistantFailed' && (await toldSince(ctx, ticketId, { ...told, since }))) return;
  await tell(ctx, ticket, { ...told, byUserId: null });
}
