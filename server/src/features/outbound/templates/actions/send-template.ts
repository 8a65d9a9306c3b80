import type { MessageView } from '@balcao/contract/messages';
import type { TemplateChoice } from '@balcao/contract/template-rules';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { must } from '../../../../platform/errors.ts';
import { queueTemplate } from '../../../desk/messages/actions/out/queue-template.ts';
import { mustBeIn } from '../../consent/reads.ts';
import { categoryOf, composeTemplate, filledIn } from '../reads.ts';

/**
 * Queues a template for the customer of a ticket, also while the window is shut; joins the caller's transaction if there is one. Values may
 * contain the variables of texts (`{{firstName}}`). The same `idempotencyKey` of the same actor sends once and answers the same message.
 * Throws ERR_CONTACT_OPTED_OUT for marketing to who does not want it, ERR_NO_TICKET_FOUND, ERR_TICKET_CLOSED (for people; the product may), ERR_WAPP_NOT_INITIALIZED, ERR_TEMPLATE_CHANNEL, and
 * refuses as `checkTemplate`.
 */
export function sendTemplate(ctx: Ctx | Tx, ticketId: number, choice: TemplateChoice, idempotencyKey: string | null): Promise<MessageView> {
  return transaction(ctx, (ctx) =>
    queueTemplate(
      ctx,
      ticketId,
      async ({ connectionId, contactId }, fill) => {
        const variables = filledIn(choice.variables, fill);
        const composed = must(await composeTemplate(ctx, connectionId, { ...choice, variables }));
        if ((await categoryOf(ctx, connectionId, choice)) === 'MARKETING') await mustBeIn(ctx, contactId);
        return composed;
      },
      idempotencyKey,
    ),
  );
}
