// The log of merges and splits.
import type { Tx } from '../../../../platform/context.ts';
import type { Identity } from '../rules.ts';
import {
  insertMerge,
  lockKeptOf,
  lockMerge as lockRow,
  type MergeRow,
  moveMergeRows,
  moveMergeRowsBack,
  saveSplit,
} from '../store/people.ts';

export type { MergeRow } from '../store/people.ts';

/** Logs a merge: who did it or what proved it, and what a split needs. */
export function logMerge(
  ctx: Tx,
  merge: { contactId: number; otherId: number; forSplit: unknown; proof: readonly Identity[] | null },
): Promise<MergeRow> {
  const by = ctx.actor.kind === 'user' ? ctx.actor : null;
  return insertMerge(ctx, { ...merge, by, at: ctx.now() });
}

export function logSplit(ctx: Tx, mergeId: number): Promise<MergeRow> {
  return saveSplit(ctx, mergeId, ctx.now());
}

/** Locks the contact that was kept in a merge, then the merge, as merges do, until the transaction ends. Throws ERR_NO_MERGE_FOUND. */
export async function lockMerge(ctx: Tx, mergeId: number): Promise<MergeRow> {
  for (;;) {
    const keptId = await lockKeptOf(ctx, mergeId);
    const merge = await lockRow(ctx, mergeId);
    // It may have been merged further while this waited for it.
    if (merge.contact_id === keptId) return merge;
  }
}

/** Moves earlier merges along when their contact is merged into another. Returns their ids. */
export function moveMerges(ctx: Tx, from: number, to: number): Promise<number[]> {
  return moveMergeRows(ctx, from, to);
}

export function moveMergesBack(ctx: Tx, mergeIds: readonly number[], to: number): Promise<void> {
  return moveMergeRowsBack(ctx, mergeIds, to);
}
