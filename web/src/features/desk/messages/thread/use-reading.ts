import { pageSize } from '@balcao/contract/page-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type MessagePages, messageKeys } from '../../../../data/messages/keys.ts';
import { applyMessage } from '../../../../data/messages/live.ts';
import { readNewest } from '../../../../data/messages/queries.ts';
import { untilDone } from '../../../../platform/until-done.ts';

/** The first of the messages that were unread when the conversation was opened. `asked`: the pages were asked for since then. */
export function useUnreadAtOpening(
  ticket: TicketView,
  pages: MessagePages['pages'] | undefined,
  asked: boolean,
): { id: string; count: number } | null {
  const cache = useQueryClient();
  const [count] = useState(ticket.unreadMessages);
  // What was held is as new as the count, so that it stands where it begins at once; but not if something in it was missed.
  const [held] = useState(() => pages !== undefined && !cache.getQueryState(messageKeys.thread(ticket.id))?.isInvalidated);
  const [found, setFound] = useState<{ id: string; count: number } | null | undefined>(count === 0 ? null : undefined);
  if (found === undefined && pages && (held || asked)) {
    // What is held may be longer than the page that is about to take its place.
    const newest = pages[0]?.messages.slice(-pageSize.messages) ?? [];
    const inbound = newest.filter(({ fromMe, ticketId }) => !fromMe && ticketId === ticket.id);
    const first = inbound.at(-Math.min(count, inbound.length));
    setFound(first ? { id: first.id, count } : null);
  }
  return found ?? null;
}

const readAfterMs = 500;

/** Marks new messages as read, if the person who has the ticket is looking at the end of the conversation. */
export function useReading(ticket: TicketView, reads: boolean): void {
  const cache = useQueryClient();
  const [visible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const read = useEffectEvent(async () => {
    for (const message of await readNewest(ticket.id)) applyMessage(cache, message);
    return true;
  });
  const due = reads && visible && ticket.unreadMessages > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further unread message starts the wait anew.
  useEffect(() => {
    if (!due) return;
    let end = () => window.clearTimeout(timer);
    const timer = window.setTimeout(() => {
      end = untilDone(() => read());
    }, readAfterMs);
    return () => end();
  }, [due, ticket.unreadMessages]);
}
