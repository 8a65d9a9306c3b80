// The log of contacts that became one.
import type { Tx } from '../../../../platform/context.ts';
import type { Identity } from '../rules.ts';
import {
  handOverMerges,
  insertMerge,
  lockMerge as lockRow,
  type MergeRow,
  returnMerges as returnRows,
  saveUndone,
} from '../store/people.ts';

export type { MergeRow } from '../store/people.ts';

/** Notes that a contact went into another, by whom or by what proof, and how it comes out again. */
export function noteMerged(
  ctx: Tx,
  merge: { contactId: number; otherId: number; undo: unknown; proof: readonly Identity[] | null },
): Promise<MergeRow> {
  const by = ctx.actor.kind === 'user' ? ctx.actor : null;
  return insertMerge(ctx, { ...merge, by, at: ctx.now() });
}

export function noteParted(ctx: Tx, mergeId: number): Promise<MergeRow> {
  return saveUndone(ctx, mergeId, ctx.now());
}

/** Holds a merge until the transaction ends. Throws ERR_NO_MERGE_FOUND. */
export function lockMerge(ctx: Tx, mergeId: number): Promise<MergeRow> {
  return lockRow(ctx, mergeId);
}

/** What went into a contact that goes into another itself goes along. Returns which. */
export function takeMerges(ctx: Tx, from: number, to: number): Promise<number[]> {
  return handOverMerges(ctx, from, to);
}

export function returnMerges(ctx: Tx, mergeIds: readonly number[], to: number): Promise<void> {
  return returnRows(ctx, mergeIds, to);
}
