// A customer's words on their way to the integration that answers in the conversation.
import type { IntegrationType } from '@balcao/contract/integration-rules';
import { newId } from '../../../../platform/chance.ts';
import type { Tx } from '../../../../platform/context.ts';
import { viewMessages } from '../../../desk/messages/reads.ts';
import { moveTicket } from '../../../desk/tickets/actions/move-ticket.ts';
import { viewTicket, visibleTicket } from '../../../desk/tickets/reads.ts';
import { fallSilent, holdTurn, speak } from '../../assistants/actions/turn.ts';
import { messageEnvelope, wordsOf } from '../rules/envelope.ts';
import { chosenOf, hasExpired, meaningOf } from '../rules/talk.ts';
import { insertDelivery } from '../store/deliveries.ts';
import { findIntegration, type IntegrationRow } from '../store/integrations.ts';
import { findSession, latestAttendanceOf, type SessionRow, saveSession } from '../store/sessions.ts';
import { announceDelivery } from './announce.ts';
import { talkSoon } from './talk-job.ts';

export type Heard = { ticketId: number; messageId: number; integrationId: number };

/** Takes a message for an integration: a keyword is done at once, anything else is on its way to the integration. The ticket is locked. */
export async function hear(ctx: Tx, { ticketId, messageId, integrationId }: Heard): Promise<void> {
  const integration = await findIntegration(ctx, integrationId);
  const attendanceId = await latestAttendanceOf(ctx, ticketId);
  if (!integration || attendanceId === null) return fallSilent(ctx, ticketId, 'stopped');
  const [message] = await viewMessages(ctx, [messageId]);
  if (!message) return;
  const keywords = { finish: integration.keyword_finish, restart: integration.keyword_restart };
  const meaning = meaningOf(message.body, keywords);
  if (meaning === 'finish') {
    await moveTicket(ctx, ticketId, { status: 'closed' });
    return;
  }
  const session = await sessionOf(ctx, integration, ticketId, attendanceId, meaning === 'restart');
  if (meaning === 'restart') return sayRestarted(ctx, integration, { ticketId, messageId });
  const ticket = viewTicket(ctx, await visibleTicket(ctx, ticketId));
  const words = chosenOf(wordsOf(message), session.choices);
  const eventId = newId();
  const ids = { event: eventId, session: session.session ?? ticket.uuid, companyId: ctx.companyId };
  const row = await insertDelivery(ctx, {
    integration_id: integration.id,
    ticket_id: ticketId,
    attendance_id: attendanceId,
    message_id: messageId,
    contact_name: ticket.contact?.name ?? '',
    event_id: eventId,
    payload: JSON.stringify(messageEnvelope(ids, { ticket, message, words }, ctx.now())),
    created_at: ctx.now(),
    updated_at: ctx.now(),
  });
  if (!row) return;
  await announceDelivery(ctx, row, true);
  await talkSoon(ctx, ticketId);
}

/** The conversation that goes on, or a new one: after a while without words, in another service cycle, or when the customer wants that. */
async function sessionOf(ctx: Tx, integration: IntegrationRow, ticketId: number, attendanceId: number, anew: boolean): Promise<SessionRow> {
  const now = ctx.now();
  const type = integration.type as IntegrationType;
  const known = await findSession(ctx, ticketId);
  const goesOn =
    known?.integration_id === integration.id &&
    known.attendance_id === attendanceId &&
    !anew &&
    !hasExpired(type, integration.expires, known.spoken_at, now);
  const session: SessionRow = {
    company_id: ctx.companyId,
    ticket_id: ticketId,
    integration_id: integration.id,
    attendance_id: attendanceId,
    // Typebot names its conversations itself.
    session: goesOn ? known.session : type === 'typebot' ? null : newId(),
    choices: goesOn ? known.choices : [],
    spoken_at: now,
  };
  await saveSession(ctx, session);
  return session;
}

async function sayRestarted(ctx: Tx, { id, restart_message }: IntegrationRow, of: { ticketId: number; messageId: number }): Promise<void> {
  const hold = await holdTurn(ctx, { ...of, assistant: { kind: 'integration', id } });
  if (hold && restart_message.trim() !== '') await speak(ctx, hold, restart_message);
}
