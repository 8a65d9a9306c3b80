import type { Answer } from '@balcao/contract/endpoint';
import type { TagView, tagEndpoints } from '@balcao/contract/tags';
import type { Ctx } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { countTags, getTag, listLanes, listPlainTags, listTags as listRows } from './store.ts';
import { countedTag, tagView } from './view.ts';

const pickerMax = 1000;
const lanesMax = 100;

/** One page of tags by name. */
export function listTags(ctx: Ctx, query: { searchParam: string; pageNumber: number }): Promise<Answer<typeof tagEndpoints.listTags>> {
  return reading(ctx, async (ctx) => {
    const { rows, ...page } = await pageOf(
      query.pageNumber,
      (limit, offset) => listRows(ctx, query.searchParam, limit, offset),
      () => countTags(ctx, query.searchParam),
    );
    return { tags: rows.map(countedTag), ...page };
  });
}

/** At most 1000 tags by name, for pickers. */
export function listAllTags(ctx: Ctx, search: string): Promise<TagView[]> {
  return reading(ctx, async (ctx) => (await listPlainTags(ctx, search, pickerMax)).map(tagView));
}

/** The lanes of the kanban board, oldest first. */
export function listKanbanTags(ctx: Ctx): Promise<Answer<typeof tagEndpoints.listKanbanTags>> {
  return reading(ctx, async (ctx) => ({ lista: (await listLanes(ctx, lanesMax)).map(tagView) }));
}

/** Throws ERR_NO_TAG_FOUND. */
export function showTag(ctx: Ctx, id: number): Promise<TagView> {
  return reading(ctx, async (ctx) => tagView(await getTag(ctx, id)));
}
