// A list is compared with its filter in the background: all contacts, some at a time. The list itself says how far that is, so that a filter
// that is changed meanwhile begins again, and a step that ran twice does no harm.
import { z } from 'zod';
import type { Ctx, PlatformCtx, Tx } from '../../../../platform/context.ts';
import { asSystem, mintCompanyId } from '../../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../../platform/db/transaction.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { compareNext, removeStrangers } from '../store/filtering.ts';
import { listsBehind, lockList, saveList } from '../store/lists.ts';
import { announceList } from './announce-list.ts';
import { checkSoon } from './check-numbers.ts';

const contactsAtOnce = 1_000;
const strangersAtOnce = 5_000;
const restMs = 100;
const behindMs = 5 * 60_000;
const listsAtOnce = 500;

export const followJob = defineJob({
  name: 'contactLists.follow',
  lane: 'bulk',
  payload: z.object({ listId: z.number() }),
  run: (ctx, { listId }) => followStep(ctx, listId),
});

/** Goes on comparing a list with its filter; call it in the transaction that sets `sync_after`. */
export function followSoon(ctx: Tx, listId: number, inMs = 0): Promise<void> {
  return ctx.enqueue(followJob, { listId }, { inMs });
}

function followStep(ctx: Ctx, listId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const list = await lockList(ctx, listId);
    if (!list?.filter || list.sync_after === null) return;
    const compared = { id: listId, filter: list.filter, removing: list.in_step };
    const last = await compareNext(ctx, compared, list.sync_after, { now: ctx.now(), limit: contactsAtOnce });
    if (last !== null) {
      await saveList(ctx, listId, { sync_after: last });
      await announceList(ctx, listId, { items: false });
      return followSoon(ctx, listId, restMs);
    }
    const strangers = list.in_step ? await removeStrangers(ctx, listId, strangersAtOnce) : 0;
    if (strangers === strangersAtOnce) return followSoon(ctx, listId, restMs);
    await saveList(ctx, listId, { sync_after: null, synced_at: ctx.now() });
    await announceList(ctx, listId, { items: true });
    await checkSoon(ctx, listId);
  });
}

/** Lists that were not compared since then are behind. */
export function behindBefore(now: Date): Date {
  return new Date(now.getTime() - behindMs);
}

/** Begins to compare the lists that follow a filter and were not compared for five minutes. */
export async function followBehind(ctx: PlatformCtx): Promise<void> {
  const behind = await platformTransaction(ctx, (tx) => listsBehind(tx, behindBefore(ctx.now()), listsAtOnce));
  for (const { company_id, id } of behind) {
    await transaction(asSystem(ctx, mintCompanyId(company_id)), async (ctx) => {
      const list = await lockList(ctx, id);
      if (!list?.in_step || list.sync_after !== null) return;
      await saveList(ctx, id, { sync_after: 0 });
      await followSoon(ctx, id);
    });
  }
}
