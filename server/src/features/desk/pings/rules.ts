// What followers of a ticket are told of its moves. Pure.
import type { PingKind } from '@balcao/contract/ping-rules';
import type { Placed } from '@balcao/contract/ticket-rules';

/** What a move is for those who follow the ticket; null where it tells them nothing: it was accepted, or given back. */
export function movePing(before: Placed | null, after: Placed): PingKind | null {
  if (before === null) return null;
  if (before.status !== 'closed' && after.status === 'closed') return 'closed';
  if (before.status === 'closed' && after.status !== 'closed') return 'reopened';
  const given = before.status === 'open' && after.status === 'open' && before.userId !== after.userId;
  return before.queueId !== after.queueId || given ? 'transferred' : null;
}
