// What the person pinned, muted or marked as unread.
import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { QueryClient } from '@tanstack/react-query';
import { ticketKeys } from './keys.ts';

const none: ReadonlySet<number> = new Set();
const pins = new WeakMap<readonly TicketMark[], ReadonlySet<number>>();

/** The tickets that the person pinned, as far as the browser knows. */
export function pinnedIn(cache: QueryClient): ReadonlySet<number> {
  const marks = cache.getQueryData<readonly TicketMark[]>(ticketKeys.marks);
  if (!marks) return none;
  const known = pins.get(marks) ?? new Set(marks.flatMap(({ ticketId, pinned }) => (pinned ? [ticketId] : [])));
  pins.set(marks, known);
  return known;
}

/** The marks with this one among them, or without it if it says nothing any more. */
export function withMark(marks: readonly TicketMark[], mark: TicketMark): readonly TicketMark[] {
  const others = marks.filter(({ ticketId }) => ticketId !== mark.ticketId);
  return mark.pinned || mark.muted || mark.unread ? [...others, mark] : others;
}
