// Which customers are typing now. The server repeats it while it lasts; without a repeat it ends by itself.
import { typingLastsMs } from '@balcao/contract/message-rules';
import { type News, useLive } from '../../platform/socket.ts';
import { createStore, useStore } from '../../platform/store.ts';

const typing = createStore<ReadonlySet<number>>(new Set());
const timers = new Map<number, number>();

/** Hears who is typing. A message that came in ends it. */
export function useLiveTyping(): void {
  useLive('contactTyping', applyTyping);
  useLive('appMessage', ({ action, message, ticket }) => {
    if (action === 'create' && !message.fromMe) applyTyping({ ticketId: ticket.id, on: false });
  });
}

/** One piece of news about whether the customer of a ticket is typing. */
export function applyTyping({ ticketId, on }: News<'contactTyping'>): void {
  window.clearTimeout(timers.get(ticketId));
  timers.delete(ticketId);
  if (on)
    timers.set(
      ticketId,
      window.setTimeout(() => applyTyping({ ticketId, on: false }), typingLastsMs),
    );
  if (typing.get().has(ticketId) === on) return;
  const next = new Set(typing.get());
  if (on) next.add(ticketId);
  else next.delete(ticketId);
  typing.set(next);
}

/** Is the customer of this ticket typing? */
export function useTyping(ticketId: number): boolean {
  return useStore(typing).has(ticketId);
}
