import type { MessageView } from '@balcao/contract/messages';
import { mayRead } from '@balcao/contract/ticket-rules';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { viewerOf } from '../tickets/live.ts';
import { type MessagePages, messageKeys } from './keys.ts';
import { dropPending, pendingKeyOf } from './pending.ts';

export const messagesLive: Live = {
  appMessage: (cache, { message, ticket }, me) => {
    // Who must accept it first is told a part of it, and asks for the conversation once they have.
    if (mayRead(viewerOf(me), ticket)) applyMessage(cache, message);
    else void cache.invalidateQueries({ queryKey: messageKeys.thread(ticket.id), refetchType: 'none' });
    refreshSoon(cache, messageKeys.hitsOf(message.ticketId), 1000);
  },
  ticket: (cache, news, me) => {
    if (news.action !== 'update' || !mayRead(viewerOf(me), news.ticket)) return;
    const queryKey = messageKeys.thread(news.ticket.id);
    if (cache.getQueryState(queryKey)?.isInvalidated) void cache.invalidateQueries({ queryKey });
  },
  contact: (cache, { action }) => {
    // A deleted contact may have been merged into another one, which makes that conversation longer.
    if (action === 'delete') refreshSoon(cache, messageKeys.threads);
  },
  history: (cache) => refreshSoon(cache, messageKeys.threads),
};

/**
 * Puts a message into every thread and every peek that shows it, and a new one into those of its ticket. A copy older than ours changes nothing.
 * It replaces the pending message it was sent as.
 */
export function applyMessage(cache: QueryClient, message: MessageView): void {
  for (const queryKey of [messageKeys.threads, messageKeys.peeks])
    changeHeld<MessagePages>(cache, queryKey, (pages, key) => putInThread(pages, message, key[2] === message.ticketId));
  const pendingKey = pendingKeyOf(message);
  if (pendingKey) dropPending(cache, message.ticketId, pendingKey);
}

function putInThread(pages: MessagePages, message: MessageView, isOfThisTicket: boolean): MessagePages {
  // When messages shift between pages, the same one can be on two of them.
  const copies = pages.pages.flatMap((page) => page.messages.filter(({ id }) => id === message.id));
  if (copies.length > 0) {
    if (copies.every((held) => isOlder(message, held))) return pages;
    const renew = (held: MessageView) => (held.id === message.id && !isOlder(message, held) ? message : held);
    return { ...pages, pages: pages.pages.map((page) => ({ ...page, messages: page.messages.map(renew) })) };
  }
  const newest = pages.pages[0];
  if (!isOfThisTicket || !newest) return pages;
  const at = newest.messages.findIndex((other) => isAfter(other.id, message.id));
  // An older message that is not loaded belongs on an earlier page.
  if (at === 0 && newest.hasMore) return pages;
  return withPage(pages, 0, at < 0 ? [...newest.messages, message] : newest.messages.toSpliced(at, 0, message));
}

/** Is this copy older than the one that is held? */
export function isOlder(message: MessageView, held: MessageView): boolean {
  return message.updatedAt < held.updatedAt || (message.updatedAt === held.updatedAt && message.ack < held.ack);
}

/** Compares ids, which are too long for a JavaScript number. */
export function isAfter(a: string, b: string): boolean {
  return a.length === b.length ? a > b : a.length > b.length;
}

function withPage(pages: MessagePages, changed: number, messages: MessageView[]): MessagePages {
  return { ...pages, pages: pages.pages.map((page, number) => (number === changed ? { ...page, messages } : page)) };
}
