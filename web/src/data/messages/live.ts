import type { MessageView } from '@balcao/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { type MessagePages, messageKeys } from './keys.ts';
import { dropPending, pendingKeyOf } from './pending.ts';

export const messagesLive: Live = {
  appMessage: (cache, { message }) => applyMessage(cache, message),
  contact: (cache, { action }) => {
    // A contact that is gone may have been merged into another one, whose conversation is longer then.
    if (action === 'delete') refreshSoon(cache, messageKeys.threads);
  },
  history: (cache) => refreshSoon(cache, messageKeys.threads),
};

/**
 * Brings a message into every thread that shows it; a new one into the thread of its ticket. A copy older than ours changes nothing.
 * The message replaces the pending one it was sent as.
 */
export function applyMessage(cache: QueryClient, message: MessageView): void {
  changeHeld<MessagePages>(cache, messageKeys.threads, (pages, key) => putInThread(pages, message, key[2] === message.ticketId));
  const pendingKey = pendingKeyOf(message);
  if (pendingKey) dropPending(cache, message.ticketId, pendingKey);
}

function putInThread(pages: MessagePages, message: MessageView, isOfThisTicket: boolean): MessagePages {
  // A message that slid onto the page before is on two of them.
  const copies = pages.pages.flatMap((page) => page.messages.filter(({ id }) => id === message.id));
  if (copies.length > 0) {
    if (copies.every((held) => isOlder(message, held))) return pages;
    const renew = (held: MessageView) => (held.id === message.id && !isOlder(message, held) ? message : held);
    return { ...pages, pages: pages.pages.map((page) => ({ ...page, messages: page.messages.map(renew) })) };
  }
  const newest = pages.pages[0];
  if (!isOfThisTicket || !newest) return pages;
  const at = newest.messages.findIndex((other) => isAfter(other.id, message.id));
  // An old message that is not loaded belongs on a page further up.
  if (at === 0 && newest.hasMore) return pages;
  return withPage(pages, 0, at < 0 ? [...newest.messages, message] : newest.messages.toSpliced(at, 0, message));
}

function isOlder(message: MessageView, held: MessageView): boolean {
  return message.updatedAt < held.updatedAt || (message.updatedAt === held.updatedAt && message.ack < held.ack);
}

/** Ids are numbers too long for a number. */
function isAfter(a: string, b: string): boolean {
  return a.length === b.length ? a > b : a.length > b.length;
}

function withPage(pages: MessagePages, changed: number, messages: MessageView[]): MessagePages {
  return { ...pages, pages: pages.pages.map((page, number) => (number === changed ? { ...page, messages } : page)) };
}
