// What the provider has taken is noted as sent. The first result of a run is stored at once; those that come while it is stored wait for that,
// and go together.
import type { Sent } from '../../../../../gateways/whatsapp/port.ts';
import type { Ctx, Tx } from '../../../../../platform/context.ts';
import { retryDuringOutage } from '../../../../../platform/db/retry-during-outage.ts';
import { transaction } from '../../../../../platform/db/transaction.ts';
import { faultPoint } from '../../../../../platform/faults.ts';
import { learnAddress } from '../../../contacts/actions/recognise.ts';
import { hasAddress } from '../../../contacts/reads.ts';
import { noteAck, ticketsAsShown } from '../../../tickets/actions/for-features/note-message.ts';
import { afterStatus, settledOf } from '../../rules/delivery.ts';
import { messageRef } from '../../rules/people.ts';
import { settleMessage, type ToSend } from '../../store/messages.ts';
import { settleSent } from '../../store/together.ts';
import { announceChanged, announceTogether } from '../thread/announce.ts';
import { holdMessage } from '../thread/hold-message.ts';

type Result = { message: ToSend; sent: Sent };

/** Resolves when the result is stored, however long the database is away. Throws ERR_NO_MESSAGE_FOUND when the message is gone. */
export type Settle = (result: Result) => Promise<void>;

/** For one run of an outbox. */
export function settlingOf(ctx: Ctx): Settle {
  let waiting: Result[] = [];
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<ReadonlySet<Result>> | null = null;
  const takeAll = () => {
    const taken = waiting;
    waiting = [];
    next = null;
    return settleTogether(ctx, taken);
  };
  return async (result) => {
    waiting.push(result);
    next ??= running.then(takeAll);
    running = next;
    const settled = await next;
    if (!settled.has(result)) await retryDuringOutage(ctx.log, () => settleOne(ctx, result));
  };
}

/** In one transaction, in which nothing waits for another. Never rejects: what it leaves is settled by itself, and fails by itself. */
async function settleTogether(ctx: Ctx, results: readonly Result[]): Promise<ReadonlySet<Result>> {
  try {
    return await transaction(ctx, async (ctx) => {
      // Before the locks of tickets, as a message that comes in takes them.
      for (const result of results) await learnFrom(ctx, result);
      const sent = results.map(({ message, sent }) => ({ id: message.id, sentAs: sent.externalId }));
      const settled = await settleSent(ctx, sent, ticketsAsShown, ctx.now());
      await announceTogether(ctx, settled);
      faultPoint('settle.before-commit');
      return new Set(settled.flatMap(({ place }) => results[place] ?? []));
    });
  } catch (error) {
    ctx.log.warn({ err: error, messages: results.length }, 'results that could not be stored together are stored one by one');
    return new Set();
  }
}

/** For a message that somebody holds, or that a status has settled before the provider's answer. */
function settleOne(ctx: Ctx, result: Result): Promise<void> {
  const { id } = result.message;
  return transaction(ctx, async (ctx) => {
    const message = await holdMessage(ctx, id);
    const next = afterStatus(message, 'sent') ?? settledOf(message);
    const sentAs = messageRef(message) === null ? result.sent.externalId : undefined;
    const hasFailed = next.state === 'failed';
    await settleMessage(ctx, id, { ...next, sentAs, failReason: hasFailed ? undefined : null }, ctx.now());
    await noteAck(ctx, message.ticket_id, id, next.ack, hasFailed);
    await learnFrom(ctx, result);
    await announceChanged(ctx, id);
  });
}

/** The provider's own form of the number is kept and used (Brazilian 9th digit). */
async function learnFrom(ctx: Tx, { message, sent: { recipient } }: Result): Promise<void> {
  if (recipient && !hasAddress(message.identities, recipient)) await learnAddress(ctx, message.contact_id, recipient);
}
