import type { ConnectionDetail, connectionEndpoints } from '@balcao/contract/connections';
import type { Received } from '@balcao/contract/endpoint';
import {
  connectionChanged,
  connectionChannelChanged,
  connectionConfigured,
  connectionDeleted,
  connectionSessionChanged,
  sessionCommanded,
} from '../../../events/connections.ts';
import type { Ctx, Outside, Tx } from '../../../platform/context.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { invalid, must } from '../../../platform/errors.ts';
import { hashToken, newToken } from '../../../platform/secrets.ts';
import { assertWithinPlan } from '../companies/actions.ts';
import { holdQueues } from '../queues/actions.ts';
import { audit } from '../system/actions.ts';
import { accountOf, type CloudSecrets } from './reads.ts';
import {
  checkGreeting,
  defaultAfter,
  firstStatus,
  mayChangeChannel,
  mayRemove,
  type SessionState,
  sessionChange,
  tokenChange,
} from './rules.ts';
import {
  allConnections,
  type ConnectionRow,
  countAttempt,
  countConnections,
  findDefault,
  getConnection,
  insertConnection,
  insertStatus,
  lockAllConnections,
  lockConnection,
  removeIntegration,
  removeQueue,
  saveConnection,
  saveQueuesOf,
  shareConnection,
} from './store.ts';
import { connectionDetail, viewForAdmins } from './view.ts';

export type { SessionState } from './rules.ts';

type Input = Received<typeof connectionEndpoints.updateConnection>['body'];
type NewConnection = Received<typeof connectionEndpoints.createConnection>['body'];

const endedByUser = 'disconnected_by_user';

/**
 * Adds a connection and starts it. Throws the refusals of the plan, ERR_WAPP_NAME_EXISTS, ERR_WAPP_TOKEN_EXISTS,
 * ERR_WAPP_GREETING_REQUIRED and ERR_NO_QUEUE_FOUND.
 */
export function createConnection(ctx: Ctx, input: NewConnection): Promise<ConnectionDetail> {
  return transaction(ctx, async (ctx) => {
    await lockAllConnections(ctx);
    const others = await countConnections(ctx);
    await assertWithinPlan(ctx, 'connections');
    const isDefault = must(defaultAfter(input.isDefault, { isDefault: false, others }));
    const queueIds = input.queueIds ?? [];
    must(checkGreeting(input.greetingMessage ?? '', queueIds.length));
    await holdQueues(ctx, queuesIn(queueIds, input));
    if (isDefault) await takeDefaultAway(ctx);
    const id = await insertConnection(ctx, {
      ...columnsOf(input),
      ...cloudColumns(ctx, input, null),
      name: input.name,
      channel: input.channel,
      status: firstStatus(input.channel),
      is_default: isDefault,
      webhook_key: newToken(24),
      created_at: ctx.now(),
      updated_at: ctx.now(),
    });
    await saveQueuesOf(ctx, id, queueIds);
    await insertStatus(ctx, id, { at: ctx.now(), status: firstStatus(input.channel), reason: null });
    const row = await announce(ctx, id);
    if (row.status !== 'CONNECTED') await ctx.publish(connectionConfigured, { connectionId: id });
    return connectionDetail(row, ctx.publicUrl);
  });
}

/**
 * Changes the given fields. New credentials and a new channel are tried at once. With a new channel the number is set up again, but its
 * messages and outbox stay. Throws like `createConnection`, and ERR_NO_WAPP_FOUND, ERR_NO_OTHER_WHATSAPP.
 */
export async function updateConnection(ctx: Ctx, id: number, input: Input): Promise<ConnectionDetail> {
  const row = await transaction(ctx, async (ctx) => {
    await lockAllConnections(ctx);
    const before = await lockConnection(ctx, id);
    const isDefault = must(defaultAfter(input.isDefault, { isDefault: before.is_default, others: (await countConnections(ctx)) - 1 }));
    const queueIds = input.queueIds ?? before.queues.map((queue) => queue.id);
    must(checkGreeting(input.greetingMessage ?? before.greeting_message, queueIds.length));
    await holdQueues(ctx, queuesIn(input.queueIds ?? [], input));
    if (isDefault && !before.is_default) await takeDefaultAway(ctx);
    const channel = input.channel ?? before.channel;
    if (!mayChangeChannel(before.channel, channel)) throw invalid('body.channel', 'fixed');
    const moves = channel !== before.channel;
    const cloud = cloudColumns(ctx, { ...input, channel }, moves ? null : before);
    await saveConnection(ctx, id, {
      ...columnsOf(input),
      ...(moves ? { channel, ...withoutCloud, retries: 0, new_chats_held_until: null, answers_held_until: null } : {}),
      ...cloud,
      name: input.name,
      is_default: isDefault,
      updated_at: ctx.now(),
    });
    if (input.queueIds) await saveQueuesOf(ctx, id, queueIds);
    if (moves) {
      await setConnectionStatus(ctx, id, { status: firstStatus(channel), statusReason: null });
      await audit(ctx, { verb: 'connection.channelChanged', subject: String(id), details: { from: before.channel, to: channel } });
      await ctx.publish(connectionChannelChanged, { connectionId: id, from: before.channel, to: channel });
    }
    if (cloud || moves) await ctx.publish(connectionConfigured, { connectionId: id });
    return announce(ctx, id);
  });
  return connectionDetail(row, ctx.publicUrl);
}

/** Removes a connection; tickets and messages still refer to it. Throws ERR_NO_WAPP_FOUND, ERR_NO_OTHER_WHATSAPP. */
export async function deleteConnection(ctx: Ctx, id: number): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await lockAllConnections(ctx);
    const before = await lockConnection(ctx, id);
    must(mayRemove({ isDefault: before.is_default, others: (await countConnections(ctx)) - 1 }));
    await remove(ctx, id);
    await audit(ctx, { verb: 'connection.deleted', subject: String(id), details: { name: before.name } });
  });
}

/** Removes every connection of a company that is removed itself: its phones are no longer run. */
export async function removeAllConnections(ctx: Tx): Promise<void> {
  await lockAllConnections(ctx);
  for (const { id } of await allConnections(ctx)) await remove(ctx, id);
}

async function remove(ctx: Tx, id: number): Promise<void> {
  await saveQueuesOf(ctx, id, []);
  await saveConnection(ctx, id, {
    deleted_at: ctx.now(),
    prompt_id: null,
    integration_id: null,
    updated_at: ctx.now(),
    is_default: false,
    status: 'DISCONNECTED',
    status_reason: 'removed',
    qrcode: '',
    token_hash: null,
    cloud_secrets: null,
  });
  await ctx.publish(connectionDeleted, { connectionId: id });
}

/**
 * Tries to bring a connection up. With credentials the answer has the result: CONNECTED, or DISCONNECTED with the channel's reason. Of
 * concurrent attempts, a failure counts only from the latest, and no result counts after a user has disconnected. A phone is connected,
 * or linked by a code, by the process that runs its session; `renew` drops the phone linked before. Throws ERR_NO_WAPP_FOUND.
 */
export async function startSession(
  ctx: Outside,
  id: number,
  how: { renew: boolean; phoneNumber?: string | undefined } = { renew: false },
): Promise<void> {
  const { gateways } = ctx;
  const pairingNumber = how.phoneNumber?.trim() ? pairingDigits(how.phoneNumber) : null;
  const { before, attempt } = await transaction(ctx, async (ctx) => {
    const before = await lockConnection(ctx, id);
    const attempt = await countAttempt(ctx, id);
    if (before.channel === 'whatsapp_web') {
      await setConnectionStatus(ctx, id, { status: 'OPENING', statusReason: null });
      await ctx.publish(sessionCommanded, { connectionId: id, command: how.renew || pairingNumber ? 'renew' : 'start', pairingNumber });
    }
    return { before, attempt };
  });
  if (before.channel === 'whatsapp_web') return;
  const account = await reading(ctx, (ctx) => accountOf(ctx, id));
  const check = await gateways.channel(before.channel).check(account);
  await transaction(ctx, async (ctx) => {
    const now = await lockConnection(ctx, id);
    const ended = now.status_reason === endedByUser && before.status_reason !== endedByUser;
    if (ended || now.channel !== before.channel || !(check.ok || now.retries === attempt)) return;
    await setConnectionStatus(
      ctx,
      id,
      check.ok ? { status: 'CONNECTED', statusReason: null, number: check.number } : { status: 'DISCONNECTED', statusReason: check.reason },
    );
  });
}

/** Ends the session; a linked phone is unlinked. Throws ERR_NO_WAPP_FOUND. */
export function endSession(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const row = await setConnectionStatus(ctx, id, { status: 'DISCONNECTED', statusReason: endedByUser });
    if (row.channel === 'whatsapp_web') await ctx.publish(sessionCommanded, { connectionId: id, command: 'end', pairingNumber: null });
  });
}

function pairingDigits(written: string): string {
  const digits = written.replace(/\D/g, '');
  if (!/^[1-9]\d{7,14}$/.test(digits)) throw invalid('body.phoneNumber', 'phone');
  return digits;
}

/** Saves the status of a connection and announces it, if anything changed. Returns the connection. Throws ERR_NO_WAPP_FOUND. */
export async function setConnectionStatus(ctx: Tx, id: number, state: SessionState): Promise<ConnectionRow> {
  const before = await lockConnection(ctx, id);
  const change = sessionChange(before, state);
  if (!change) return before;
  await saveConnection(ctx, id, { ...change, updated_at: ctx.now() });
  if (change.status !== before.status || change.status_reason !== before.status_reason)
    await insertStatus(ctx, id, { at: ctx.now(), status: change.status, reason: change.status_reason });
  const row = await announce(ctx, id);
  await ctx.publish(connectionSessionChanged, { connection: viewForAdmins(row) });
  return row;
}

/** A connection, locked against changes until the transaction ends. Null if it was removed. */
export function holdConnection(ctx: Tx, id: number): Promise<ConnectionRow | null> {
  return shareConnection(ctx, id);
}

/** Holds back messages that begin conversations, and answers, until these times; null ends it, undefined leaves it as it is. */
export async function holdSending(ctx: Tx, id: number, until: { newChats?: Date | null; answers?: Date | null }): Promise<void> {
  await saveConnection(ctx, id, { new_chats_held_until: until.newChats, answers_held_until: until.answers });
}

/** Removes a queue from all connections, both as a served queue and as the one for waiting tickets. */
export function leaveQueue(ctx: Ctx, queueId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockAllConnections(ctx);
    for (const id of await removeQueue(ctx, queueId, ctx.now())) await announce(ctx, id);
  });
}

/** No connection has this integration any longer. */
export async function leaveIntegration(ctx: Tx, integrationId: number): Promise<void> {
  await lockAllConnections(ctx);
  for (const id of await removeIntegration(ctx, integrationId, ctx.now())) await announce(ctx, id);
}

async function announce(ctx: Tx, id: number): Promise<ConnectionRow> {
  const row = await getConnection(ctx, id);
  await ctx.publish(connectionChanged, { connection: viewForAdmins(row) });
  return row;
}

async function takeDefaultAway(ctx: Tx): Promise<void> {
  const former = await findDefault(ctx);
  if (!former) return;
  await saveConnection(ctx, former.id, { is_default: false, updated_at: ctx.now() });
  await announce(ctx, former.id);
}

function queuesIn(queueIds: readonly number[], { transferQueueId }: Input): number[] {
  return transferQueueId == null ? [...queueIds] : [...queueIds, transferQueueId];
}

/** The columns of the given fields; undefined ones keep their value. */
function columnsOf(input: Input) {
  const token = tokenChange(input.token);
  return {
    greeting_message: input.greetingMessage,
    complation_message: input.complationMessage,
    out_of_hours_message: input.outOfHoursMessage,
    rating_message: input.ratingMessage,
    ...(token.kind === 'keep' ? {} : { token_hash: token.kind === 'set' ? hashToken(token.token) : null }),
    provider: input.provider || undefined,
    expires_inactive_message: input.expiresInactiveMessage,
    expires_ticket: input.expiresTicket,
    time_use_bot_queues: input.timeUseBotQueues,
    max_use_bot_queues: input.maxUseBotQueues,
    time_to_transfer: input.timeToTransfer,
    transfer_queue_id: input.transferQueueId,
    prompt_id: input.promptId,
    integration_id: input.integrationId,
    schedules: input.schedules && JSON.stringify(input.schedules),
    import_days: input.importDays,
    import_pending_hours: input.importPendingHours,
  };
}

const withoutCloud = { cloud_phone_number_id: null, cloud_waba_id: null, cloud_secrets: null };

/** The columns of Cloud credentials, if they differ from the stored ones. A new Cloud connection needs all of them. */
function cloudColumns({ secrets }: Tx, input: Input & { channel?: string }, before: ConnectionRow | null) {
  if ((before?.channel ?? input.channel) !== 'whatsapp_cloud') return null;
  const { cloud } = input;
  if (!cloud) {
    if (before) return null;
    throw invalid('body.cloud', 'required');
  }
  const stored: Partial<CloudSecrets> = before?.cloud_secrets ? JSON.parse(secrets.decrypt(before.cloud_secrets)) : {};
  const secret = (name: keyof CloudSecrets) => {
    const value = cloud[name]?.trim() || stored[name];
    if (!value) throw invalid(`body.cloud.${name}`, 'required');
    return value;
  };
  const next: CloudSecrets = { accessToken: secret('accessToken'), appSecret: secret('appSecret'), verifyToken: secret('verifyToken') };
  const same =
    before?.cloud_phone_number_id === cloud.phoneNumberId &&
    before.cloud_waba_id === cloud.wabaId &&
    stored.accessToken === next.accessToken &&
    stored.appSecret === next.appSecret &&
    stored.verifyToken === next.verifyToken;
  return same
    ? null
    : { cloud_phone_number_id: cloud.phoneNumberId, cloud_waba_id: cloud.wabaId, cloud_secrets: secrets.encrypt(JSON.stringify(next)) };
}
