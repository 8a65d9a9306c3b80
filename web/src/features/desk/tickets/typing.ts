// Which customers are writing now. Said by the server while it lasts; forgotten when it is not said again.
import { typingLastsMs } from '@balcao/contract/message-rules';
import type { News } from '../../../platform/socket.ts';
import { createStore, useStore } from '../../../platform/store.ts';

const writing = createStore<ReadonlySet<number>>(new Set());
const timers = new Map<number, number>();

/** One piece of news about whether the customer of a ticket writes. */
export function applyTyping({ ticketId, on }: News<'contactTyping'>): void {
  window.clearTimeout(timers.get(ticketId));
  timers.delete(ticketId);
  if (on)
    timers.set(
      ticketId,
      window.setTimeout(() => applyTyping({ ticketId, on: false }), typingLastsMs),
    );
  if (writing.get().has(ticketId) === on) return;
  const next = new Set(writing.get());
  if (on) next.add(ticketId);
  else next.delete(ticketId);
  writing.set(next);
}

/** Is the customer of this ticket writing? */
export function useTyping(ticketId: number): boolean {
  return useStore(writing).has(ticketId);
}
