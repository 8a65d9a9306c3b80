// What a phone tells of the past when it is linked: thousands of messages, taken in beside the live ones without holding them up.
import { setImmediate } from 'node:timers/promises';
import { historyStored } from '../../../events/messages.ts';
import type { Inbound } from '../../../gateways/whatsapp/port.ts';
import type { Ctx } from '../../../platform/context.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { isDatabaseAway } from '../../../platform/errors.ts';
import { findConnection } from '../../connections/reads.ts';
import { wakeHistory } from '../../tickets/actions/history.ts';
import { applyInbound, NotYet } from './apply.ts';
import { messageOfCall } from './call.ts';
import type { InboundMessage } from './inbound.ts';
import { keepHistory } from './keep-history.ts';
import { chatOf, receiveEvents } from './receive.ts';

const messagesAtOnce = 200;
const hour = 3_600_000;

/**
 * Takes in facts of the past. When it resolves all are stored, or in the journal with their error. The same facts once more change nothing.
 * Facts about messages that nobody told of are dropped. Rejects only when the database is away.
 */
export async function receiveHistory(ctx: Ctx, connectionId: number, events: readonly Inbound[]): Promise<void> {
  const chats = new Map<string, InboundMessage[]>();
  const others: Inbound[] = [];
  for (const event of events) {
    if (event.kind !== 'message' && event.kind !== 'call') {
      others.push(event);
      continue;
    }
    const message = event.kind === 'call' ? messageOfCall(event) : event;
    const chat = chatOf(message);
    const held = chats.get(chat);
    if (held) held.push({ ...message, history: true });
    else chats.set(chat, [{ ...message, history: true }]);
  }
  for (const messages of chats.values()) {
    for (let i = 0; i < messages.length; i += messagesAtOnce) {
      await keepSome(ctx, connectionId, messages.slice(i, i + messagesAtOnce));
      await setImmediate();
    }
  }
  for (const event of others) await applyLater(ctx, connectionId, event);
  if (chats.size > 0) await transaction(ctx, (ctx) => ctx.publish(historyStored, { connectionId }));
}

async function keepSome(ctx: Ctx, connectionId: number, messages: InboundMessage[]): Promise<void> {
  try {
    await transaction(ctx, (ctx) => keepHistory(ctx, connectionId, messages));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // One that cannot be stored must not take the others with it: one by one, what fails stays in the journal.
    ctx.log.warn({ err: error, connectionId, messages: messages.length }, 'history is taken in one by one');
    await receiveEvents(ctx, connectionId, messages);
  }
}

async function applyLater(ctx: Ctx, connectionId: number, event: Inbound): Promise<void> {
  try {
    await transaction(ctx, (ctx) => applyInbound(ctx, connectionId, event));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    if (!(error instanceof NotYet)) await receiveEvents(ctx, connectionId, [event]);
  }
}

/**
 * To be called once all history of a connection is there: chats that wait for an answer, no longer than the connection's
 * `import_pending_hours`, become waiting tickets. Once more changes nothing.
 */
export async function settleHistory(ctx: Ctx, connectionId: number): Promise<void> {
  const connection = await reading(ctx, (ctx) => findConnection(ctx, connectionId));
  if (!connection || connection.import_pending_hours === 0) return;
  const since = new Date(ctx.now().getTime() - connection.import_pending_hours * hour);
  while (await wakeHistory(ctx, connectionId, since));
}
