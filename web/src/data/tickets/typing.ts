// Which customers are typing, or recording a voice message, now. The server repeats it while it lasts; without a repeat it ends by itself.
import { typingLastsMs } from '@balcao/contract/message-rules';
import { type News, useLive } from '../../platform/socket.ts';
import { createStore, useStore } from '../../platform/store.ts';

export type Writing = 'typing' | 'recording';

const writing = createStore<ReadonlyMap<number, Writing>>(new Map());
const timers = new Map<number, number>();

/** Hears who is typing. A message that came in ends it. */
export function useLiveTyping(): void {
  useLive('contactTyping', applyTyping);
  useLive('appMessage', ({ action, message, ticket }) => {
    if (action === 'create' && !message.fromMe) applyTyping({ ticketId: ticket.id, on: false, recording: false });
  });
}

/** One piece of news about whether the customer of a ticket is typing. */
export function applyTyping({ ticketId, on, recording }: News<'contactTyping'>): void {
  window.clearTimeout(timers.get(ticketId));
  timers.delete(ticketId);
  if (on)
    timers.set(
      ticketId,
      window.setTimeout(() => applyTyping({ ticketId, on: false, recording }), typingLastsMs),
    );
  const now = !on ? undefined : recording ? 'recording' : 'typing';
  if (writing.get().get(ticketId) === now) return;
  const next = new Map(writing.get());
  if (now) next.set(ticketId, now);
  else next.delete(ticketId);
  writing.set(next);
}

/** What the customer of this ticket is doing; undefined: neither. */
export function useTyping(ticketId: number): Writing | undefined {
  return useStore(writing).get(ticketId);
}
