import type { MessageView } from '@balcao/contract/messages';
import type { TemplateChoice } from '@balcao/contract/template-rules';
import type { Tx } from '../../../../platform/context.ts';
import { visibleTicket } from '../../../desk/tickets/reads.ts';
import { mustBeIn } from '../../../outbound/consent/reads.ts';
import { sendTemplate } from '../../../outbound/templates/actions/send-template.ts';
import { categoryOf } from '../../../outbound/templates/reads.ts';

/**
 * A template that a program sends. A single message is service, which opting out does not stop; advertising it does: ERR_CONTACT_OPTED_OUT.
 * Otherwise as `sendTemplate`.
 */
export async function sendProgramTemplate(ctx: Tx, ticketId: number, choice: TemplateChoice, key: string | null): Promise<MessageView> {
  const ticket = await visibleTicket(ctx, ticketId);
  if (ticket.connection_id !== null && (await categoryOf(ctx, ticket.connection_id, choice)) === 'MARKETING')
    await mustBeIn(ctx, ticket.contact_id);
  return sendTemplate(ctx, ticketId, choice, key);
}
