// For those who chose it: what waits rings again. Loaded only for them.
import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { TicketView } from '@balcao/contract/tickets';
import { useEffect } from 'react';
import { isAssisted } from '../../../data/tickets/assistant-state.ts';
import { useTicketMarks, useUnreadTickets } from '../../../data/tickets/queries.ts';
import { now } from '../../../platform/clock.ts';
import { chosenTone, isSilent } from '../../../platform/session.ts';
import { ring } from '../../../platform/sound.ts';
import { ownKey, readStored, writeStored } from '../../../platform/storage.ts';
import { useLatest } from '../../../platform/use-latest.ts';

const lookEveryMs = 3_000;
const ringEveryMs = 20_000;

/**
 * Rings in one tab, every 20 seconds, while a conversation waits whose customer wrote after the person last looked at one that waits. The
 * message itself has rung when it came. Muted ones, groups, and those that a bot answers do not ring.
 */
export function Insist() {
  const { rows = none } = useUnreadTickets();
  const marks = useTicketMarks(true);
  const unseen = useLatest(() => unseenWaiting(rows, marks, readStored(seenKey())));
  useEffect(() => {
    let rungAt = now();
    const line = waitInLine();
    const look = () => {
      const left = unseen();
      if (left.some(isLookedAt)) keepSeen(left);
      else if (left.length > 0 && now() - rungAt < ringEveryMs) return;
      else if (left.length > 0 && line.isFirst() && !isSilent('waiting')) ring(chosenTone('waiting', left[0]?.queueId));
      rungAt = now();
    };
    const timer = window.setInterval(look, lookEveryMs);
    return () => {
      window.clearInterval(timer);
      line.leave();
    };
  }, [unseen]);
  return null;
}

const none: readonly TicketView[] = [];
const seenKey = () => ownKey('waitingSeen');

/** `seen`: when the customer wrote last of those that were looked at; by the clock of the server, as all of these. */
function unseenWaiting(tickets: readonly TicketView[], marks: ReadonlyMap<number, TicketMark>, seen: string | null): TicketView[] {
  return tickets.filter(
    (ticket) =>
      ticket.status === 'pending' &&
      ticket.snoozedAt === null &&
      !ticket.isGroup &&
      !isAssisted(ticket) &&
      !marks.get(ticket.id)?.muted &&
      (ticket.lastInboundAt ?? '') > (seen ?? ''),
  );
}

/** Is it on the screen, in a list or above it, before the person's eyes? */
function isLookedAt({ id }: TicketView): boolean {
  return document.visibilityState === 'visible' && document.hasFocus() && document.querySelector(`[data-ticket="${id}"]`) !== null;
}

function keepSeen(tickets: readonly TicketView[]): void {
  const times = tickets.flatMap(({ lastInboundAt }) => lastInboundAt ?? []).sort();
  writeStored(seenKey(), times.at(-1) ?? null);
}

/** The tabs stand in a line; the first one rings. */
function waitInLine(): { isFirst: () => boolean; leave: () => void } {
  let first = !navigator.locks;
  let leave: () => void = () => undefined;
  const gone = new AbortController();
  void navigator.locks
    ?.request('balcao-insist', { signal: gone.signal }, () => {
      first = true;
      return new Promise<void>((resolve) => {
        leave = resolve;
      });
    })
    .catch(() => undefined);
  return {
    isFirst: () => first,
    leave() {
      gone.abort();
      leave();
    },
  };
}
