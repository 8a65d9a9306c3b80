// What a finger that moves over a row means. Pure.
import type { TicketView } from '@balcao/contract/tickets';

export type SwipeAction = 'accept' | 'resolve' | 'reopen' | 'snooze';

/** To the right it goes on: accept, resolve, reopen. To the left it is set aside; what is resolved is not. */
export function swipeAction({ status }: Pick<TicketView, 'status'>, to: 'left' | 'right'): SwipeAction | null {
  if (to === 'left') return status === 'closed' ? null : 'snooze';
  return status === 'pending' ? 'accept' : status === 'open' ? 'resolve' : 'reopen';
}

/** So far the finger goes before it is known what it does, and before letting go acts; in pixels. */
const knownPx = 12;
export const actsPx = 88;
/** Swipes that begin at the edge of the screen belong to the system. */
const edgePx = 24;

export type Gesture = 'undecided' | 'scrolls' | 'swipes';

/** What a movement is that began at `startX` and went so far. */
export function gestureOf(startX: number, width: number, dx: number, dy: number): Gesture {
  if (startX < edgePx || startX > width - edgePx) return 'scrolls';
  if (Math.abs(dy) > knownPx && Math.abs(dy) >= Math.abs(dx)) return 'scrolls';
  return Math.abs(dx) > knownPx && Math.abs(dx) > Math.abs(dy) * 1.5 ? 'swipes' : 'undecided';
}
