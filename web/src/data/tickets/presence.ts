// Which colleagues look at a conversation, and which write in it. They repeat it while it lasts; without a repeat it ends by itself.
import { presenceLastsMs } from '@balcao/contract/presence-rules';
import { now } from '../../platform/clock.ts';
import { onSignOut } from '../../platform/session.ts';
import type { News } from '../../platform/socket.ts';
import { createStore, useStore } from '../../platform/store.ts';

export type Colleague = { id: number; name: string; state: 'viewing' | 'typing'; until: number };

const here = createStore<ReadonlyMap<number, readonly Colleague[]>>(new Map());
const none: readonly Colleague[] = [];
let timer: number | undefined;
onSignOut(() => here.set(new Map()));

/** One piece of news about who is where. `me` is told of others only. */
export function applyPresence({ ticketId, user, state }: News<'presence'>, me: { id: number }): void {
  if (user.id === me.id) return;
  const others = (here.get().get(ticketId) ?? none).filter(({ id }) => id !== user.id);
  const there = state === 'away' ? others : [...others, { ...user, state, until: now() + presenceLastsMs }];
  here.set(
    new Map(here.get()).set(
      ticketId,
      there.toSorted((a, b) => a.id - b.id),
    ),
  );
  forgetLater();
}

/** The colleagues who are in this conversation. */
export function usePresence(ticketId: number): readonly Colleague[] {
  return useStore(here).get(ticketId) ?? none;
}

function forgetLater(): void {
  window.clearTimeout(timer);
  const all = [...here.get().values()].flat();
  if (all.length === 0) return;
  timer = window.setTimeout(forgetGone, Math.max(0, Math.min(...all.map(({ until }) => until)) - now()) + 50);
}

function forgetGone(): void {
  const left = [...here.get()].map(([ticketId, people]) => [ticketId, people.filter(({ until }) => until > now())] as const);
  here.set(new Map(left.filter(([, people]) => people.length > 0)));
  forgetLater();
}
