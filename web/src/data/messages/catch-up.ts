// After the line was down: what an open conversation missed, instead of all its pages.
import type { MessageView } from '@balcao/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { now } from '../../platform/clock.ts';
import { bringIn, changeHeld } from '../../platform/live-cache.ts';
import { type MessagePages, messageKeys } from './keys.ts';
import { isAfter, isOlder } from './live.ts';

/** Links to files are good for a day: pages held for longer than this are asked for anew. */
const keptMs = 12 * 3_600_000;

type Newest = MessagePages['pages'][number];

/**
 * Puts what was missed into a conversation: `ask` asks for its newest page, and for what changed from the oldest message on that is held. Answers
 * false if its pages must be asked for anew: too much changed, or something came or went that no change tells of, as when contacts were merged.
 */
export async function catchUp(cache: QueryClient, ticketId: number, ask: (from: string) => Promise<Newest>): Promise<boolean> {
  const queryKey = messageKeys.thread(ticketId);
  const state = cache.getQueryState<MessagePages>(queryKey);
  const before = state?.data?.pages;
  const from = before?.at(-1)?.messages[0]?.id;
  if (!before || !from || state.isInvalidated || now() - state.dataUpdatedAt > keptMs) return false;
  const newest = await ask(from);
  if (!newest.changes) return false;
  const fresh = new Map([...newest.changes.messages, ...newest.messages].map((message) => [message.id, message]));
  const ids = new Set([...before.flatMap((page) => page.messages.map(({ id }) => id)), ...fresh.keys()]);
  const sum = [...ids].reduce((sum, id) => sum + BigInt(id), 0n);
  if (ids.size !== newest.changes.count || String(sum) !== newest.changes.sum) return false;
  bringIn(cache, () => changeHeld<MessagePages>(cache, queryKey, (held) => withFresh(held, fresh, newest)));
  return true;
}

function withFresh(held: MessagePages, fresh: ReadonlyMap<string, MessageView>, { ticket }: Newest): MessagePages {
  const missing = new Map(fresh);
  const pages = held.pages.map((page, number) => ({
    ...page,
    ...(number === 0 && { ticket }),
    messages: page.messages.map((message) => {
      missing.delete(message.id);
      const renewed = fresh.get(message.id);
      return renewed && !isOlder(renewed, message) ? renewed : message;
    }),
  }));
  for (const message of missing.values()) {
    const page = pages.find(({ messages: [oldest] }) => oldest && isBefore(oldest, message)) ?? pages.at(-1);
    page?.messages.splice(page.messages.findLastIndex((other) => isBefore(other, message)) + 1, 0, message);
  }
  return { ...held, pages };
}

function isBefore(a: MessageView, b: MessageView): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && isAfter(b.id, a.id));
}
