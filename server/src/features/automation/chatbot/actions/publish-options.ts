// The menus of a queue are saved as a whole. They are arranged in memory and numbered once at the end, so that many steps hold the lock of
// the menus no longer than a few.
import type { OptionStep } from '@balcao/contract/queue-options';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError, invalid } from '../../../../platform/errors.ts';
import { announceQueue } from '../../../company/queues/actions.ts';
import { getQueue } from '../../../company/queues/reads.ts';
import { removeFilesOf } from '../../../company/system/actions.ts';
import { arranged, branchOf } from '../rules.ts';
import { insertOption, listOptionRows, lockMenusOf, numberOptions, optionsMax, removeOption, saveOption } from '../store/options.ts';
import { latestOf, publishMenu } from './options.ts';

/** The options of a queue, as the steps so far leave them; siblings in order. */
type Placed = { id: number; parent_id: number | null };

/**
 * Makes all changes to the options of a queue at once, so that no customer meets half of them. An option that is gone already counts as
 * deleted. ERR_NO_QUEUE_FOUND; ERR_NO_QUEUE_OPTION_FOUND for one that another queue has, or that is gone, and then nothing is changed.
 */
export function publishQueueOptions(ctx: Ctx, queueId: number, steps: readonly OptionStep[]) {
  return transaction(ctx, async (ctx) => {
    await getQueue(ctx, queueId);
    await lockMenusOf(ctx, queueId);
    const at = ctx.now();
    const before = await listOptionRows(ctx, { queueIds: [queueId] });
    let options: Placed[] = before.map(({ id, parent_id }) => ({ id, parent_id }));
    const created = new Map<number, number>();
    const texts = new Map<number, { title?: string | undefined; message?: string | undefined }>();
    const touched = new Set<number | null>();
    const find = (ref: number) => options.find(({ id }) => id === (ref < 0 ? created.get(ref) : ref));
    const place = (option: Placed, at: number | undefined) => {
      const siblings = options.filter(({ parent_id }) => parent_id === option.parent_id).map(({ id }) => id);
      const order = arranged(siblings, option.id, at ?? null);
      const others = options.filter(({ parent_id }) => parent_id !== option.parent_id);
      options = [...others, ...order.map((id) => ({ id, parent_id: option.parent_id }))];
    };
    for (const step of steps) {
      if (step.do === 'create') {
        const { title, message = '', parentId: parent = null } = step;
        if (title === undefined || step.id >= 0) throw invalid('body.steps', 'required');
        if (options.length >= optionsMax) throw invalid('body.steps', 'too_many');
        const parentId = parent === null ? null : mustBe(find(parent)).id;
        const id = await insertOption(ctx, {
          ...{ queue_id: queueId, parent_id: parentId, title, message },
          ...{ option: optionsMax + options.length, created_at: at, updated_at: at },
        });
        created.set(step.id, id);
        place({ id, parent_id: parentId }, step.option);
        touched.add(parentId);
        continue;
      }
      const found = find(step.id);
      if (!found && step.do === 'delete') continue;
      const option = mustBe(found);
      touched.add(option.parent_id);
      if (step.do === 'delete') {
        const gone = branchOf(options, option.id);
        await removeFilesOf(ctx, 'queue_options', { id: gone });
        await removeOption(ctx, option.id);
        options = options.filter(({ id }) => !gone.includes(id));
        continue;
      }
      const { title, message } = step;
      texts.set(option.id, { ...texts.get(option.id), ...(step.do === 'change' && given({ title, message })) });
      if (step.do === 'place' && step.option) place(option, step.option);
    }
    for (const [id, changed] of texts) if (find(id)) await saveOption(ctx, id, { ...changed, updated_at: at });
    const newest = latestOf(
      at,
      before.map(({ updated_at }) => updated_at),
    );
    await announceMenus(ctx, queueId, options, touched, newest);
    return { created: [...created].map(([id, optionId]) => ({ id, optionId })), at: at.toISOString() };
  });
}

/** Numbers and announces the menus that changed and are still there. */
async function announceMenus(ctx: Tx, queueId: number, options: readonly Placed[], touched: ReadonlySet<number | null>, at: Date) {
  for (const parentId of touched) {
    if (parentId !== null && !options.some(({ id }) => id === parentId)) continue;
    await numberOptions(
      ctx,
      options.filter(({ parent_id }) => parent_id === parentId).map(({ id }) => id),
    );
    await publishMenu(ctx, queueId, parentId, at);
  }
  await announceQueue(ctx, queueId);
}

function mustBe(option: Placed | undefined): Placed {
  if (!option) throw new AppError('ERR_NO_QUEUE_OPTION_FOUND');
  return option;
}

/** Without what is undefined, which would hide an earlier step's. */
function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
