// What a phone tells of the past when it is linked: thousands of messages, taken in beside the live ones without holding them up.
import { setImmediate } from 'node:timers/promises';
import type { Inbound } from '../../../../../gateways/whatsapp/port.ts';
import type { Ctx } from '../../../../../platform/context.ts';
import { reading, transaction } from '../../../../../platform/db/transaction.ts';
import { isDatabaseAway } from '../../../../../platform/errors.ts';
import { findConnection } from '../../../../company/connections/reads.ts';
import { wakeHistory } from '../../../tickets/actions/for-features/history.ts';
import { afterStatus, type Standing } from '../../rules/delivery.ts';
import { applyInbound, NotYet } from './apply.ts';
import { messageOfCall } from './call.ts';
import type { InboundMessage } from './inbound.ts';
import { keepHistory, type Standings } from './keep-history.ts';
import { announceHistory, quietly } from './quiet.ts';
import { chatOf, receiveEvents } from './receive.ts';

const messagesAtOnce = 200;
const hour = 3_600_000;

type Of<K extends Inbound['kind']> = Extract<Inbound, { kind: K }>;

/**
 * Takes in facts of the past: first who is who, then the messages as they stand, then what else there is to say. When it resolves all are
 * stored, or in the journal with their error. The same facts once more change nothing. Facts about messages that nobody told of are
 * dropped. Rejects only when the database is away.
 */
export async function receiveHistory(ctx: Ctx, connectionId: number, events: readonly Inbound[]): Promise<void> {
  const identities: Inbound[] = [];
  const messages: InboundMessage[] = [];
  const statuses: Of<'status'>[] = [];
  const others: Inbound[] = [];
  for (const event of events) {
    if (event.kind === 'message') messages.push(event);
    else if (event.kind === 'call') messages.push(messageOfCall(event));
    else if (event.kind === 'status') statuses.push(event);
    else if (event.kind === 'same' || event.kind === 'identity') identities.push(event);
    else others.push(event);
  }
  for (const event of identities) await applyQuietly(ctx, connectionId, event);
  const standings = standingsOf(statuses);
  const chats = chatsOf(messages);
  for (const chat of chats) {
    for (let i = 0; i < chat.length; i += messagesAtOnce) {
      await keepSome(ctx, connectionId, chat.slice(i, i + messagesAtOnce), standings);
      await setImmediate();
    }
  }
  for (const event of others) await applyQuietly(ctx, connectionId, event);
  if (events.length > 0) await transaction(ctx, (ctx) => announceHistory(ctx, connectionId, chats.length));
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

function standingsOf(statuses: readonly Of<'status'>[]): Standings {
  const standings = new Map<string, Standing & { fail_reason: string | null }>();
  for (const { externalId, status, reason } of statuses) {
    const next = afterStatus(standings.get(externalId) ?? { state: 'sent', ack: 1 }, status);
    if (next) standings.set(externalId, { ...next, fail_reason: next.state === 'failed' ? (reason ?? 'unknown') : null });
  }
  return standings;
}

async function keepSome(ctx: Ctx, connectionId: number, messages: InboundMessage[], standings: Standings): Promise<void> {
  try {
    await transaction(ctx, (ctx) => keepHistory(ctx, connectionId, messages, standings));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // One that cannot be stored must not take the others with it: one by one, what fails stays in the journal.
    ctx.log.warn({ err: error, connectionId, messages: messages.length }, 'history is taken in one by one');
    await receiveEvents(ctx, connectionId, messages);
  }
}

async function applyQuietly(ctx: Ctx, connectionId: number, event: Inbound): Promise<void> {
  try {
    await transaction(ctx, (ctx) => applyInbound(quietly(ctx), connectionId, event));
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
