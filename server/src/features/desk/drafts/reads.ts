import type { DraftView } from '@balcao/contract/drafts';
import type { Ctx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { draftsOf } from './store.ts';
import { draftView } from './view.ts';

const shownMax = 500;
const shownBytes = 256 * 1024;

/** What the caller has begun to write, and what they sent or deleted lately. */
export function listDrafts(ctx: Ctx): Promise<DraftView[]> {
  const { actor } = ctx;
  if (actor.kind !== 'user') return Promise.resolve([]);
  return reading(ctx, async (ctx) => (await draftsOf(ctx, actor.id, shownMax, shownBytes)).map(draftView));
}
