// The options below queues. Siblings are always numbered 1, 2, 3…, also after one is added, moved or removed.
import type { QueueOptionView } from '@balcao/contract/queue-options';
import { queueMenuChanged } from '../../../../events/queue-options.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError, invalid } from '../../../../platform/errors.ts';
import { announceQueue } from '../../../company/queues/actions.ts';
import { getQueue } from '../../../company/queues/reads.ts';
import { removeFilesOf } from '../../../company/system/actions.ts';
import { getOption, menuOf, showQueueOption } from '../reads.ts';
import { arranged, branchOf } from '../rules.ts';
import {
  insertOption,
  listOptionRows,
  lockMenusOf,
  numberOptions,
  type OptionRow,
  optionsMax,
  removeOption,
  saveOption,
} from '../store/options.ts';

export type OptionInput = { title: string; message?: string | undefined; option?: number | null | undefined };

/** Adds an option below a queue or another option. ERR_NO_QUEUE_FOUND, ERR_NO_QUEUE_OPTION_FOUND. */
export function createQueueOption(
  ctx: Ctx,
  { queueId, parentId = null, ...input }: OptionInput & { queueId: number; parentId?: number | null | undefined },
): Promise<QueueOptionView> {
  return transaction(ctx, async (ctx) => {
    await getQueue(ctx, queueId);
    await lockMenusOf(ctx, queueId);
    const at = ctx.now();
    const id = await addOption(ctx, queueId, parentId, input, at);
    await announceMenu(ctx, queueId, parentId, at);
    return showQueueOption(ctx, id);
  });
}

/** Changes the given fields, including its place among its siblings. ERR_NO_QUEUE_OPTION_FOUND. */
export function updateQueueOption(ctx: Ctx, id: number, change: Partial<OptionInput>): Promise<QueueOptionView> {
  return transaction(ctx, async (ctx) => {
    const row = await lockOption(ctx, id);
    const at = ctx.now();
    await changeOption(ctx, row, change, at);
    await announceMenu(ctx, row.queue_id, row.parent_id, at);
    return showQueueOption(ctx, id);
  });
}

/** Removes an option with all options below it. ERR_NO_QUEUE_OPTION_FOUND. */
export function deleteQueueOption(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const row = await lockOption(ctx, id);
    await dropOption(ctx, row);
    await announceMenu(ctx, row.queue_id, row.parent_id, latestOf(ctx.now(), [row.updated_at]));
  });
}

/** Adds an option to a locked menu. Answers its id. */
async function addOption(ctx: Tx, queueId: number, parentId: number | null, input: OptionInput, at: Date): Promise<number> {
  if (parentId !== null && (await getOption(ctx, parentId)).queue_id !== queueId) throw new AppError('ERR_NO_QUEUE_OPTION_FOUND');
  const all = await listOptionRows(ctx, { queueIds: [queueId] });
  if (all.length >= optionsMax) throw invalid('body.queueId', 'too_many');
  const siblings = all.filter((option) => option.parent_id === parentId).map(({ id }) => id);
  const id = await insertOption(ctx, {
    queue_id: queueId,
    parent_id: parentId,
    title: input.title,
    message: input.message ?? '',
    option: siblings.length + 1,
    created_at: at,
    updated_at: at,
  });
  await numberOptions(ctx, arranged(siblings, id, input.option || null));
  return id;
}

async function changeOption(ctx: Tx, row: OptionRow, { title, message, option }: Partial<OptionInput>, at: Date): Promise<void> {
  await saveOption(ctx, row.id, { title, message, updated_at: at });
  if (option) await numberOptions(ctx, arranged(await siblingsOf(ctx, row.queue_id, row.parent_id), row.id, option));
}

async function dropOption(ctx: Tx, { id, queue_id: queueId, parent_id: parentId }: OptionRow): Promise<void> {
  const all = await listOptionRows(ctx, { queueIds: [queueId] });
  await removeFilesOf(ctx, 'queue_options', { id: branchOf(all, id) });
  await removeOption(ctx, id);
  await numberOptions(ctx, await siblingsOf(ctx, queueId, parentId));
}

/** A deleted queue needs the files of its options no more. */
export function removeFilesOfOptions(ctx: Ctx | Tx, queueId: number): Promise<void> {
  return transaction(ctx, (ctx) => removeFilesOf(ctx, 'queue_options', { queue_id: queueId }));
}

/** Announces a menu to the admins, and its queue to everybody. */
export async function announceMenu(ctx: Tx, queueId: number, parentId: number | null, at: Date): Promise<void> {
  await publishMenu(ctx, queueId, parentId, at);
  await announceQueue(ctx, queueId);
}

/** Announces a menu to the admins: as new as the latest of its options, which may be dated after `at`. */
export async function publishMenu(ctx: Tx, queueId: number, parentId: number | null, at: Date): Promise<void> {
  const options = await menuOf(ctx, queueId, parentId);
  const latest = latestOf(
    at,
    options.map(({ updatedAt }) => new Date(updatedAt)),
  );
  await ctx.publish(queueMenuChanged, { menu: { queueId, parentId, options, at: latest.toISOString() } });
}

/** A menu without an option is newer than that option was. */
export function latestOf(at: Date, changes: readonly Date[]): Date {
  return new Date(Math.max(at.getTime(), ...changes.map((change) => change.getTime())));
}

/** Locks the menus of an option's queue until the transaction ends. ERR_NO_QUEUE_OPTION_FOUND. */
export async function lockOption(ctx: Tx, id: number) {
  const { queue_id } = await getOption(ctx, id);
  await getQueue(ctx, queue_id);
  await lockMenusOf(ctx, queue_id);
  return getOption(ctx, id);
}

async function siblingsOf(ctx: Tx, queueId: number, parentId: number | null): Promise<number[]> {
  return (await listOptionRows(ctx, { queueIds: [queueId], parentId })).map((option) => option.id);
}
