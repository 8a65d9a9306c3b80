import type { MessageView } from '@balcao/contract/messages';
import { attachedFile, type TemplateChoice } from '@balcao/contract/template-rules';
import type { Ctx, Outside, Tx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { invalid, must } from '../../../../platform/errors.ts';
import type { Upload } from '../../../../platform/http/routes.ts';
import { owning } from '../../../company/system/actions.ts';
import { queueTemplate } from '../../../desk/messages/actions/out/queue-template.ts';
import { preparedParts } from '../../../desk/messages/actions/out/send.ts';
import { type FileFields, keysOf } from '../../../desk/messages/actions/out/store-file.ts';
import { visibleTicket } from '../../../desk/tickets/reads.ts';
import { mustBeIn } from '../../consent/reads.ts';
import { categoryOf, composeTemplate, filledIn } from '../reads.ts';

/**
 * Queues a template for the customer of a ticket, also while the window is shut; joins the caller's transaction if there is one. Values may
 * contain the variables of texts (`{{firstName}}`). The same `idempotencyKey` of the same actor sends once and answers the same message.
 * Throws ERR_CONTACT_OPTED_OUT for marketing to who does not want it, ERR_NO_TICKET_FOUND, ERR_TICKET_CLOSED (for people; the product may), ERR_WAPP_NOT_INITIALIZED, ERR_TEMPLATE_CHANNEL, and
 * refuses as `checkTemplate`.
 */
export function sendTemplate(
  ctx: Ctx | Tx,
  ticketId: number,
  choice: TemplateChoice,
  idempotencyKey: string | null,
  file: FileFields | null = null,
): Promise<MessageView> {
  return transaction(ctx, (ctx) =>
    queueTemplate(
      ctx,
      ticketId,
      async ({ connectionId, contactId }, fill) => {
        const variables = filledIn(choice.variables, fill);
        const composed = must(await composeTemplate(ctx, connectionId, { ...choice, variables }, file));
        if ((await categoryOf(ctx, connectionId, choice)) === 'MARKETING') await mustBeIn(ctx, contactId);
        return composed;
      },
      idempotencyKey,
      file,
    ),
  );
}

/** The same for people, who may send the file above the text along. ERR_NO_TICKET_FOUND, ERR_MEDIA_TOO_LARGE. */
export async function sendTemplateWithFile(
  ctx: Outside,
  ticketId: number,
  choice: TemplateChoice,
  files: Upload[],
  idempotencyKey: string | null,
): Promise<MessageView> {
  if (files.length === 0) return sendTemplate(ctx, ticketId, choice, idempotencyKey);
  if (files.some(({ size }) => size === 0)) throw invalid('body.file', 'empty');
  if (choice.variables['header.media'] !== attachedFile) throw invalid('body.file', 'unexpected');
  await reading(ctx, (ctx) => visibleTicket(ctx, ticketId));
  const [part] = await preparedParts(ctx, 'whatsapp_cloud', {}, files.slice(0, 1));
  const file = part as FileFields;
  return owning(ctx, keysOf(file), () => sendTemplate(ctx, ticketId, choice, idempotencyKey, file));
}
