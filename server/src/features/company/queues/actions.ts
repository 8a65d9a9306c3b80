import type { AuditVerb } from '@balcao/contract/audit-rules';
import type { QueueView } from '@balcao/contract/queues';
import { queueChanged, queueDeleted } from '../../../events/queues.ts';
import type { Ctx, Tx } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { AppError, refusingDuplicates } from '../../../platform/errors.ts';
import { assertWithinPlan } from '../companies/actions.ts';
import { audit, removeFilesOf } from '../system/actions.ts';
import { getQueue, viewer } from './reads.ts';
import { defaultHours } from './rules.ts';
import { insertQueue, lockQueueRow, type QueueFields, removeIntegration, saveQueue, shareQueueIds, shareQueueRow } from './store.ts';

export type QueueInput = {
  name: string;
  color: string;
  greetingMessage?: string | undefined;
  outOfHoursMessage?: string | undefined;
  orderQueue?: number | null | undefined;
  schedules?: QueueView['schedules'] | undefined;
  promptId?: number | null | undefined;
  integrationId?: number | null | undefined;
  assignment?: QueueView['assignment'] | undefined;
  assignmentCapacity?: number | undefined;
  firstAnswerMinutes?: number | null | undefined;
  resolutionMinutes?: number | null | undefined;
};

const refused = {
  queues_name: 'ERR_QUEUE_NAME_ALREADY_EXISTS',
  queues_color: 'ERR_QUEUE_COLOR_ALREADY_EXISTS',
  queues_prompt: 'ERR_NO_PROMPT_FOUND',
  queues_company_id_integration_id_fkey: 'ERR_NO_DIALOG_FOUND',
} as const;

/** Adds a queue within the limit of the plan; its name and colour must be unique. ERR_NO_PROMPT_FOUND. */
export function createQueue(ctx: Ctx | Tx, input: QueueInput): Promise<QueueView> {
  return refusingDuplicates(refused, () =>
    transaction(ctx, async (ctx) => {
      await assertWithinPlan(ctx, 'queues');
      const { name, color, schedules = defaultHours } = input;
      const at = ctx.now();
      const row = await insertQueue(ctx, {
        ...fieldsOf(input),
        name,
        color,
        schedules: JSON.stringify(schedules),
        created_at: at,
        updated_at: at,
      });
      return announce(ctx, viewer(ctx)(row), 'queue.created');
    }),
  );
}

/** Changes the given fields. ERR_NO_QUEUE_FOUND, ERR_NO_PROMPT_FOUND. */
export function updateQueue(ctx: Ctx | Tx, queueId: number, input: Partial<QueueInput>): Promise<QueueView> {
  return refusingDuplicates(refused, () =>
    transaction(ctx, async (ctx) => {
      const row = await saveQueue(ctx, queueId, { ...fieldsOf(input), updated_at: ctx.now() });
      if (!row) throw new AppError('ERR_NO_QUEUE_FOUND', { queueId });
      return announce(ctx, viewer(ctx)(row), 'queue.changed');
    }),
  );
}

/** Sets or removes the file sent after the greeting; `media` is stored as it is. ERR_NO_QUEUE_FOUND. */
export function setQueueMedia(
  ctx: Tx,
  queueId: number,
  file: { key: string; name: string | null; media: unknown } | null,
): Promise<QueueView> {
  return transaction(ctx, async (ctx) => {
    await lockQueueRow(ctx, queueId);
    await removeFilesOf(ctx, 'queues', { id: queueId });
    const media = file && JSON.stringify(file.media);
    const row = await saveQueue(ctx, queueId, {
      media,
      media_key: file?.key ?? null,
      media_name: file?.name ?? null,
      updated_at: ctx.now(),
    });
    if (!row) throw new AppError('ERR_NO_QUEUE_FOUND', { queueId });
    return announce(ctx, viewer(ctx)(row), 'queue.changed');
  });
}

/** Announces a queue because something that belongs to it changed. ERR_NO_QUEUE_FOUND. */
export async function announceQueue(ctx: Tx, queueId: number): Promise<void> {
  await announce(ctx, await getQueue(ctx, queueId), 'queue.changed');
}

/** No queue has this integration any longer. */
export async function leaveIntegration(ctx: Tx, integrationId: number): Promise<void> {
  for (const row of await removeIntegration(ctx, integrationId, ctx.now())) await announce(ctx, viewer(ctx)(row), 'queue.changed');
}

/** Removes a queue; tickets, users and connections leave it in reactions. ERR_NO_QUEUE_FOUND. */
export function deleteQueue(ctx: Ctx | Tx, queueId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const row = await saveQueue(ctx, queueId, { deleted_at: ctx.now(), prompt_id: null, integration_id: null, assignment: 'off' });
    if (!row) throw new AppError('ERR_NO_QUEUE_FOUND', { queueId });
    await removeFilesOf(ctx, 'queues', { id: queueId });
    await audit(ctx, { verb: 'queue.deleted', subject: String(queueId), details: { name: row.name } });
    await ctx.publish(queueDeleted, { queueId });
  });
}

/** Locks a queue that gets something new, so that deleting it waits and then finds that. ERR_NO_QUEUE_FOUND. */
export async function holdQueue(ctx: Tx, queueId: number): Promise<void> {
  if (!(await shareQueueRow(ctx, queueId))) throw new AppError('ERR_NO_QUEUE_FOUND', { queueId });
}

/** The same for several. */
export async function holdQueues(ctx: Tx, queueIds: readonly number[]): Promise<void> {
  if (queueIds.length === 0) return;
  const there = await shareQueueIds(ctx, queueIds);
  const missing = queueIds.find((id) => !there.has(id));
  if (missing !== undefined) throw new AppError('ERR_NO_QUEUE_FOUND', { queueId: missing });
}

/** The former queue of a reopened ticket, locked like that; null when it is gone. */
export async function queueIfThere(ctx: Tx, queueId: number | null): Promise<number | null> {
  return queueId !== null && (await shareQueueRow(ctx, queueId)) ? queueId : null;
}

async function announce(ctx: Tx, queue: QueueView, verb: AuditVerb): Promise<QueueView> {
  await audit(ctx, { verb, subject: String(queue.id), details: { name: queue.name } });
  await ctx.publish(queueChanged, { queue });
  return queue;
}

/** Undefined fields stay as they are. */
function fieldsOf(input: Partial<QueueInput>): QueueFields {
  return {
    name: input.name,
    color: input.color,
    greeting_message: input.greetingMessage,
    out_of_hours_message: input.outOfHoursMessage,
    order_queue: input.orderQueue,
    schedules: input.schedules && JSON.stringify(input.schedules),
    prompt_id: input.promptId,
    integration_id: input.integrationId,
    assignment: input.assignment,
    assignment_capacity: input.assignmentCapacity,
    first_answer_minutes: input.firstAnswerMinutes,
    resolution_minutes: input.resolutionMinutes,
  };
}
