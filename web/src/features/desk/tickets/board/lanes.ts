import type { TicketView } from '@balcao/contract/tickets';

type Tag = TicketView['tags'][number];

/** A lane of the board. `id` null: the tickets that are in none of the others. */
export type BoardLane = { id: number | null; name: string; color: string | null };

/** The tags of a ticket once it is in another lane, in the order of their names; null: in none. */
export function inLane(tags: readonly Tag[], lane: Tag | null): Tag[] {
  const others = tags.filter(({ kanban }) => kanban === 0);
  return lane ? [...others, lane].sort((a, b) => a.name.localeCompare(b.name)) : others;
}

/** The lane as the drag and drop knows it. */
export function dropId(laneId: number | null): string {
  return `lane${laneId ?? 0}`;
}
