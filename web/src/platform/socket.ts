// The live line to the server: one socket per tab. News come as `company-{id}-{channel}`. The server decides by the user's rights what this tab hears.
import type { Events } from '@balcao/contract';
import type { Payload } from '@balcao/contract/event';
import { useEffect, useEffectEvent } from 'react';
import { io, type Socket } from 'socket.io-client';
import { renewSession } from './api.ts';
import { watchSilence } from './line-watch.ts';
import { isTokenExpired, sessionState, sessionToken } from './session.ts';
import { createStore, useStore } from './store.ts';

type AnyEvent = Events[keyof Events];
type Channels = { [E in AnyEvent as E['channel']]: Payload<E> };
export type Channel = keyof Channels;
export type News<C extends Channel> = Channels[C];

/** `silent`: nothing comes from the server, though the socket is there; `down`: it is disconnected and reconnecting; `off`: nobody is signed in. */
export type LineState = 'off' | 'connecting' | 'ready' | 'silent' | 'down';

const heartbeatMs = 300_000;
/** How long to wait after the server closed the socket, and after it refused one too many. */
const [closedPauseMs, refusedPauseMs] = [1000, 30_000];
const line = createStore<LineState>('off');
const handlers = new Map<string, Set<(news: never) => void>>();
const resyncs = new Set<(since?: string) => void>();
let socket: Socket | null = null;
let heartbeat: number | undefined;

export function useLine(): LineState {
  return useStore(line);
}

/** Waits until the line stands. Answers whether it does already. */
export function untilLineStands(): Promise<boolean> {
  return untilLine((state) => state === 'ready' || state === 'off');
}

/** Whether it is known that nothing comes from the server. */
export function isLineDown(): boolean {
  return isDown(line.get());
}

export function untilLineIsNotDown(): Promise<boolean> {
  return untilLine((state) => !isDown(state));
}

const isDown = (state: LineState) => state === 'down' || state === 'silent';

async function untilLine(is: (state: LineState) => boolean): Promise<boolean> {
  if (is(line.get())) return true;
  await new Promise<void>((resolve) => {
    const stop = line.subscribe(() => {
      if (!is(line.get())) return;
      stop();
      resolve();
    });
  });
  return false;
}

/**
 * Has the line been opened, or has that failed? What is not needed at once waits for it, so that it is asked for once: an answer from
 * before may lack news, and is asked for again.
 */
export function useLineTried(): boolean {
  const state = useLine();
  return state === 'ready' || state === 'silent' || state === 'down';
}

/**
 * Runs `refetch` on every connect, the first and each reconnect, because earlier news were missed: none of before `since`, the server's time
 * of the connect before. Answers a function that stops it.
 */
export function onResync(refetch: (since?: string) => void): () => void {
  resyncs.add(refetch);
  return () => resyncs.delete(refetch);
}

/** Opens the socket for the signed-in user of `companyId`. Answers a function that closes it. */
export function openLine(companyId: number): () => void {
  const token = sessionToken();
  if (!token) return () => undefined;
  let accepted = false;
  let since: string | undefined;
  let tooMany = false;
  line.set('connecting');
  const opened = io({
    transports: ['websocket'],
    query: { token },
    reconnectionDelay: 1000,
    reconnectionDelayMax: 8000,
    autoConnect: false,
  });
  socket = opened;

  opened.on('ready', (at?: string) => {
    accepted = true;
    tooMany = false;
    line.set('ready');
    opened.emit('userStatus');
    for (const refetch of resyncs) refetch(since);
    since = at;
  });
  // The person, or the company, has as many sockets as may be.
  opened.on('refused', () => {
    tooMany = true;
  });
  opened.on('disconnect', (reason) => {
    if (line.get() !== 'off') line.set('down');
    const refused = !accepted && !tooMany;
    accepted = false;
    // The library does not reconnect automatically if the server closed the socket.
    if (reason === 'io server disconnect')
      window.setTimeout(() => void reconnect(opened, refused), tooMany ? refusedPauseMs : closedPauseMs);
  });
  opened.on('connect_error', () => line.set('down'));
  opened.io.on('reconnect_attempt', () => void refreshQuery(opened));
  const watch = watchSilence({
    ask: (heard) => accepted && opened.emit('beat', heard),
    onSilent: () => line.get() === 'ready' && line.set('silent'),
    onHeard: () => line.get() === 'silent' && line.set('ready'),
    onLost: () => line.get() === 'silent' && renewLine(),
  });
  opened.io.on('ping', watch.heard);
  opened.onAny((name: string, news: unknown) => {
    watch.heard();
    const prefix = `company-${companyId}-`;
    const channel = name.startsWith(prefix) ? name.slice(prefix.length) : name;
    // `listen` only takes a handler that fits its channel.
    for (const handle of handlers.get(channel) ?? []) handle(news as never);
  });

  void reconnect(opened);
  heartbeat = window.setInterval(() => opened.emit('userStatus'), heartbeatMs);
  return () => {
    window.clearInterval(heartbeat);
    watch.stop();
    line.set('off');
    opened.removeAllListeners();
    opened.disconnect();
    if (socket === opened) socket = null;
  };
}

/** Reconnects now instead of after the pause. */
export function retryLine(): void {
  if (socket && (!socket.connected || line.get() === 'silent')) renewLine();
}

function renewLine(): void {
  if (!socket) return;
  line.set('down');
  socket.disconnect();
  void reconnect(socket);
}

/** Renews a `refused` token even if it has not expired: if the session is over, that signs out. */
async function reconnect(opened: Socket, refused = false): Promise<void> {
  if (refused) await renewSession().catch(() => undefined);
  await refreshQuery(opened);
  if (opened === socket && sessionState().state === 'in') opened.connect();
}

/** The token is part of the socket's address, so an expired one is renewed before the next attempt. */
async function refreshQuery(opened: Socket): Promise<void> {
  const before = sessionToken();
  if (before && isTokenExpired(before)) await renewSession().catch(() => undefined);
  const token = sessionToken();
  if (token) opened.io.opts.query = { token };
}

/** Calls `handle` with every piece of news of a channel, e.g. `ticket`, while the component is shown. */
export function useLive<C extends Channel>(channel: C, handle: (news: News<C>) => void): void {
  const latest = useEffectEvent(handle);
  useEffect(() => listen(channel, (news: News<C>) => latest(news)), [channel]);
}

/** Calls `handle` with every piece of news of a channel. Answers a function that stops it. */
export function listen<C extends Channel>(channel: C, handle: (news: News<C>) => void): () => void {
  const held = handlers.get(channel) ?? new Set();
  handlers.set(channel, held.add(handle as (news: never) => void));
  return () => held.delete(handle as (news: never) => void);
}
