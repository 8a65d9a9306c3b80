// What the board shows is in the address, so that it can be shared and the back button works.
import { useCallback, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { BoardFilter } from '../../../../data/tickets/queries.ts';
import { idsIn, queueIdsIn } from '../ids-in.ts';

export type BoardView = {
  text: string;
  /** None means all. */
  queueIds: readonly number[];
  userIds: readonly number[];
  tagIds: readonly number[];
  /** The conversation beside the board, by its uuid. */
  open: string | null;
};

export function boardViewOf(search: URLSearchParams): BoardView {
  return {
    text: (search.get('q') ?? '').toLowerCase(),
    queueIds: queueIdsIn(search.get('queues')),
    userIds: idsIn(search.get('users')),
    tagIds: idsIn(search.get('tags')),
    open: search.get('open') || null,
  };
}

/** Writes a view into an address, without defaults. */
export function boardSearchOf(view: BoardView): URLSearchParams {
  const search = new URLSearchParams();
  if (view.text) search.set('q', view.text);
  if (view.queueIds.length > 0) search.set('queues', view.queueIds.join('.'));
  if (view.userIds.length > 0) search.set('users', view.userIds.join('.'));
  if (view.tagIds.length > 0) search.set('tags', view.tagIds.join('.'));
  if (view.open) search.set('open', view.open);
  return search;
}

/** What the lanes of a view ask for. */
export function boardFilterOf({ text, queueIds, userIds, tagIds }: BoardView): BoardFilter {
  return {
    searchParam: text,
    ...(queueIds.length > 0 && { queueIds }),
    ...(userIds.length > 0 && { users: userIds }),
    ...(tagIds.length > 0 && { tags: tagIds }),
  };
}

export function isFiltered({ text, queueIds, userIds, tagIds }: BoardView): boolean {
  return text !== '' || queueIds.length + userIds.length + tagIds.length > 0;
}

/** The view of the address, and how to change part of it. */
export function useBoardView(): [BoardView, (change: Partial<BoardView>) => void] {
  const [search, setSearch] = useSearchParams();
  // Stable, so that cards render again only when their ticket changed.
  const latest = useRef(setSearch);
  latest.current = setSearch;
  const change = useCallback((given: Partial<BoardView>) => {
    latest.current((now) => boardSearchOf({ ...boardViewOf(now), ...given }), { replace: given.open === undefined });
  }, []);
  return [boardViewOf(search), change];
}
