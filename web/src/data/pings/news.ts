import type { PingView } from '@balcao/contract/pings';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { pingKeys } from './keys.ts';

/** One piece of news about what asks for the person. */
export function hearPing(cache: QueryClient, news: News<'ping'>): void {
  if (news.action === 'seen') markSeen(cache, news.ticketId, news.seenAt);
  else changeHeld<PingView[]>(cache, pingKeys.all, (pings) => inOrder([news.ping, ...pings.filter(({ id }) => id !== news.ping.id)]));
}

/** The person has seen what asks for them: in one conversation, or in all (null). What came later still asks. */
export function markSeen(cache: QueryClient, ticketId: number | null, seenAt: string): void {
  changeHeld<PingView[]>(cache, pingKeys.all, (pings) => {
    const isSeen = (ping: PingView) => ping.seenAt === null && (ticketId === null || ping.ticketId === ticketId) && ping.at <= seenAt;
    return pings.some(isSeen) ? pings.map((ping) => (isSeen(ping) ? { ...ping, seenAt } : ping)) : pings;
  });
}

export function applyFollowers(cache: QueryClient, ticketId: number, followers: { id: number; name: string }[]): void {
  changeHeld(cache, pingKeys.followers(ticketId), () => followers);
}

/** A ticket that asks for the person changed, or left: one that they no longer see does not ask for them. */
export function applyTicket(cache: QueryClient, news: News<'ticket'>): void {
  if (news.action === 'delete') refreshSoon(cache, pingKeys.all);
  if (news.action === 'update') applyShown(cache, news.ticket);
}

/** What a ping repeats of its ticket. */
function applyShown(
  cache: QueryClient,
  { id, status, contact }: { id: number; status: PingView['ticket']['status']; contact: { id: number; name: string } },
): void {
  changeHeld<PingView[]>(cache, pingKeys.all, (pings) => {
    const isOld = ({ ticket }: PingView) =>
      ticket.id === id && (ticket.status !== status || ticket.contactId !== contact.id || ticket.contactName !== contact.name);
    if (!pings.some(isOld)) return pings;
    const shown = { status, contactId: contact.id, contactName: contact.name };
    return pings.map((ping) => (isOld(ping) ? { ...ping, ticket: { ...ping.ticket, ...shown } } : ping));
  });
}

function inOrder(pings: PingView[]): PingView[] {
  return pings.toSorted((a, b) => b.at.localeCompare(a.at) || b.id - a.id).slice(0, shownMax);
}

const shownMax = 100;
