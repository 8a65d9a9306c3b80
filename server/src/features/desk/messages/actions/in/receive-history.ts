// The history that a phone sends when it is linked: thousands of messages, stored without delaying live ones.
import { setImmediate } from 'node:timers/promises';
import type { Inbound } from '../../../../../gateways/whatsapp/port.ts';
import { storableFact } from '../../../../../gateways/whatsapp/storable.ts';
import type { Ctx } from '../../../../../platform/context.ts';
import { reading, transaction } from '../../../../../platform/db/transaction.ts';
import { isDatabaseAway } from '../../../../../platform/errors.ts';
import { findConnection } from '../../../../company/connections/reads.ts';
import { wakeHistory } from '../../../tickets/actions/for-features/history.ts';
import { afterStatus, type DeliveryState } from '../../rules/delivery.ts';
import { applyInbound, TooEarly } from './apply.ts';
import { announceInBulk, withoutAnnouncements } from './bulk.ts';
import { messageOfCall } from './call.ts';
import type { InboundMessage } from './inbound.ts';
import { chatOf, receiveEvents } from './receive.ts';
import { type DeliveryStates, storeHistory } from './store-history.ts';

const messagesAtOnce = 200;
const hour = 3_600_000;

type Of<K extends Inbound['kind']> = Extract<Inbound, { kind: K }>;

/**
 * Stores facts of the past: first identities, then messages with their states, then everything else. When it resolves, all of them are
 * stored, or in the journal with their error. Repeating it changes nothing. Facts about unknown messages are dropped. Rejects only when
 * the database is away.
 */
export async function receiveHistory(ctx: Ctx, connectionId: number, events: readonly Inbound[]): Promise<void> {
  const identities: Inbound[] = [];
  const messages: InboundMessage[] = [];
  const statuses: Of<'status'>[] = [];
  const others: Inbound[] = [];
  for (const event of events.map(storableFact)) {
    if (event.kind === 'message') messages.push(event);
    else if (event.kind === 'call') messages.push(messageOfCall(event));
    else if (event.kind === 'status') statuses.push(event);
    else if (event.kind === 'same' || event.kind === 'identity') identities.push(event);
    else others.push(event);
  }
  for (const event of identities) await applyWithoutAnnouncements(ctx, connectionId, event);
  const states = statesOf(statuses);
  const chats = chatsOf(messages);
  for (const chat of chats) {
    for (let i = 0; i < chat.length; i += messagesAtOnce) {
      await storeSome(ctx, connectionId, chat.slice(i, i + messagesAtOnce), states);
      await setImmediate();
    }
  }
  for (const event of others) await applyWithoutAnnouncements(ctx, connectionId, event);
  if (events.length > 0) await transaction(ctx, (ctx) => announceInBulk(ctx, connectionId, chats.length));
}

function chatsOf(messages: readonly InboundMessage[]): InboundMessage[][] {
  const chats = new Map<string, InboundMessage[]>();
  for (const message of messages) {
    const chat = chatOf(message);
    const held = chats.get(chat);
    if (held) held.push({ ...message, history: true });
    else chats.set(chat, [{ ...message, history: true }]);
  }
  return [...chats.values()];
}

function statesOf(statuses: readonly Of<'status'>[]): DeliveryStates {
  const states = new Map<string, DeliveryState & { fail_reason: string | null }>();
  for (const { externalId, status, reason } of statuses) {
    const next = afterStatus(states.get(externalId) ?? { state: 'sent', ack: 1 }, status);
    if (next) states.set(externalId, { ...next, fail_reason: next.state === 'failed' ? (reason ?? 'unknown') : null });
  }
  return states;
}

async function storeSome(ctx: Ctx, connectionId: number, messages: InboundMessage[], states: DeliveryStates): Promise<void> {
  try {
    await transaction(ctx, (ctx) => storeHistory(ctx, connectionId, messages, states));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // One failure must not block the rest: store one by one, so that only those that fail stay in the journal.
    ctx.log.warn({ err: error, connectionId, messages: messages.length }, 'history is taken in one by one');
    await receiveEvents(ctx, connectionId, messages);
  }
}

async function applyWithoutAnnouncements(ctx: Ctx, connectionId: number, event: Inbound): Promise<void> {
  try {
    await transaction(ctx, (ctx) => applyInbound(withoutAnnouncements(ctx), connectionId, event));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    if (!(error instanceof TooEarly)) await receiveEvents(ctx, connectionId, [event]);
  }
}

/**
 * Call it once all history of a connection is stored: chats whose last customer message has no answer and is no older than the
 * connection's `import_pending_hours` become waiting tickets. Repeating it changes nothing.
 */
export async function finishHistory(ctx: Ctx, connectionId: number): Promise<void> {
  const connection = await reading(ctx, (ctx) => findConnection(ctx, connectionId));
  if (!connection || connection.import_pending_hours === 0) return;
  const since = new Date(ctx.now().getTime() - connection.import_pending_hours * hour);
  while (await wakeHistory(ctx, connectionId, since));
}
