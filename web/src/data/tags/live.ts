import type { CountedTag, TagView } from '@balcao/contract/tags';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { applyRow, type RowLists, removeRow } from '../../platform/live-rows.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { tagKeys } from './keys.ts';

/** The reply to a save lacks the number of tickets; the one we have stays. */
type Told = Omit<CountedTag, 'ticketsCount'> & Partial<Pick<CountedTag, 'ticketsCount'>>;

const lists: RowLists<Told> = { queryKey: tagKeys.pages, field: 'tags', staysPlaced: (held, tag) => held.name === tag.name };

export const tagsLive: Live = { tag: hearTag };

/** One piece of news about a tag. */
export function hearTag(cache: QueryClient, news: News<'tag'>): void {
  if (news.action === 'delete') removeTag(cache, news.tagId);
  else {
    applyTag(cache, news.tag);
    refreshSoon(cache, tagKeys.one(news.tag.id));
  }
}

/** Puts a tag into the lists and among the choices; an older copy than ours is dropped. */
export function applyTag(cache: QueryClient, tag: Told): void {
  changeHeld<TagView[]>(cache, tagKeys.choices, (choices) => withChoice(choices, tag));
  changeHeld<TagView[]>(cache, tagKeys.lanes, (lanes) => withLane(lanes, tag));
  applyRow(cache, lists, tag);
}

/** Takes a tag out of the lists and the choices. */
export function removeTag(cache: QueryClient, tagId: number): void {
  void cache.invalidateQueries({ queryKey: tagKeys.one(tagId) });
  changeHeld<TagView[]>(cache, tagKeys.choices, (choices) => choices.filter(({ id }) => id !== tagId));
  changeHeld<TagView[]>(cache, tagKeys.lanes, (lanes) => lanes.filter(({ id }) => id !== tagId));
  removeRow(cache, lists, tagId);
}

function withChoice(choices: TagView[], tag: TagView): TagView[] {
  const held = choices.find(({ id }) => id === tag.id);
  if (held && tag.updatedAt < held.updatedAt) return choices;
  return [...choices.filter(({ id }) => id !== tag.id), tag].sort((a, b) => a.name.localeCompare(b.name));
}

function withLane(lanes: TagView[], tag: TagView): TagView[] {
  const held = lanes.find(({ id }) => id === tag.id);
  if (held && tag.updatedAt < held.updatedAt) return lanes;
  const others = lanes.filter(({ id }) => id !== tag.id);
  return tag.kanban === 1 ? [...others, tag].sort((a, b) => a.id - b.id) : others;
}
