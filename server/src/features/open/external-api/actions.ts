import type { Received } from '@balcao/contract/endpoint';
import type { externalApiEndpoints, SentByApi } from '@balcao/contract/external-api';
import type { MessageView } from '@balcao/contract/messages';
import type { Outside, Reader, Tx } from '../../../platform/context.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Upload } from '../../../platform/http/routes.ts';
import { newToken } from '../../../platform/secrets.ts';
import { getConnection } from '../../company/connections/reads.ts';
import { owning, removeFilesLater } from '../../company/system/actions.ts';
import { addressesOn } from '../../desk/contacts/actions/check-number.ts';
import { canonicalNumber } from '../../desk/contacts/reads.ts';
import { preparedParts, queueParts } from '../../desk/messages/actions/out/send.ts';
import { messagesSentWith } from '../../desk/messages/actions/out/sent-before.ts';
import { keysOf } from '../../desk/messages/actions/out/store-file.ts';
import { recogniseChat } from '../../desk/messages/actions/people/recognise.ts';
import { ticketToWriteIn } from '../../desk/tickets/actions/for-features/ticket-to-write-in.ts';
import { moveTicket } from '../../desk/tickets/actions/move-ticket.ts';
import { sendTemplate } from '../../outbound/templates/actions/send-template.ts';
import { sentByApi } from './view.ts';

type Wanted = Received<typeof externalApiEndpoints.sendByToken>['body'];

/**
 * Sends to a number by a connection: adds the contact, and writes in the active ticket of the chat or a new one that waits. All of it is one
 * transaction, so a refusal leaves nothing behind. The same `idempotencyKey` of the same connection sends once. Throws ERR_INVALID_NUMBER,
 * ERR_WAPP_INVALID_CONTACT, ERR_WAPP_CHECK_CONTACT, ERR_WINDOW_CLOSED, ERR_EMPTY_MESSAGE, the refusals of files and templates,
 * ERR_CONTACT_OPTED_OUT and ERR_NO_QUEUE_FOUND.
 */
export async function sendByToken(
  ctx: Outside,
  connectionId: number,
  wanted: Wanted,
  files: Upload[],
  idempotencyKey: string | null,
): Promise<SentByApi> {
  const key = `token:${connectionId}:${idempotencyKey ?? newToken(16)}`;
  const repeatable = idempotencyKey !== null;
  const before = repeatable ? await reading(ctx, (ctx) => sentBefore(ctx, key)) : null;
  if (before) return before;
  const number = numberFrom(wanted.number);
  const { channel } = await reading(ctx, (ctx) => getConnection(ctx, connectionId));
  const parts = wanted.template ? [] : await preparedParts(ctx, channel, { body: wanted.body }, files);
  const stored = parts.flatMap(keysOf);
  return owning(ctx, stored, async () => {
    const addresses = await addressesOn(ctx, connectionId, number);
    return transaction(ctx, async (ctx) => {
      const seen = {
        connectionId,
        addresses: [{ kind: 'phone', value: number } as const, ...addresses],
        name: wanted.name ?? null,
        isGroup: false,
      };
      const { id: contactId } = await recogniseChat(ctx, seen);
      // Two requests with one key may both get here; the chat's lock makes the second wait, and by then the ticket may be closed.
      const meanwhile = repeatable ? await sentBefore(ctx, key) : null;
      if (meanwhile) {
        await removeFilesLater(ctx, stored);
        return meanwhile;
      }
      const ticketId = await ticketToWriteIn(ctx, { contactId, connectionId, queueId: wanted.queueId ?? null });
      const messages = wanted.template
        ? [await sendTemplate(ctx, ticketId, wanted.template, key)]
        : await queueParts(ctx, ticketId, {}, parts, { author: null, keyStart: `system:${key}`, repeatable });
      if (wanted.closeTicket) await moveTicket(ctx, ticketId, { status: 'closed' });
      return answerOf(messages);
    });
  });
}

async function sentBefore(ctx: Reader | Tx, key: string): Promise<SentByApi | null> {
  const messages = await messagesSentWith(ctx, `system:${key}`);
  return messages.length > 0 ? answerOf(messages) : null;
}

function answerOf(messages: MessageView[]): SentByApi {
  const [first] = messages;
  if (!first) throw new Error('a request that sends nothing is refused');
  return sentByApi(first, messages);
}

function numberFrom(written: string): string {
  const verdict = canonicalNumber(written);
  if (!verdict.ok) throw new AppError(verdict.error, undefined, [{ path: 'body.number', code: 'phone' }]);
  return verdict.value;
}
