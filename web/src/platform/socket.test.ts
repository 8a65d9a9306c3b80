import type { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession, keepSession } from './session.ts';
import { listen, onResync, openLine } from './socket.ts';
import { testSession, testToken } from './test-session.ts';

type Wire = EventEmitter & {
  io: EventEmitter & { opts: { query: unknown } };
  connected: boolean;
  connect: () => void;
  disconnect: () => void;
  onAny: (handle: (name: string, news: unknown) => void) => void;
  sent: unknown[][];
  hear: (name: string, news?: unknown) => void;
};

const wires = vi.hoisted(() => [] as unknown[]);

vi.mock('socket.io-client', async () => {
  const { EventEmitter } = await import('node:events');
  return {
    io: (options: { query: unknown }) => {
      const heard = new EventEmitter();
      const sent: unknown[][] = [];
      let any: (name: string, news: unknown) => void = () => undefined;
      const wire = Object.assign(heard, {
        io: Object.assign(new EventEmitter(), { opts: { query: options.query } }),
        connected: false,
        sent,
        connect: vi.fn(),
        disconnect: vi.fn(),
        onAny: (handle: typeof any) => {
          any = handle;
        },
        hear: (name: string, news?: unknown) => {
          any(name, news);
          for (const handle of heard.listeners(name)) handle(news);
        },
        emit: (...words: unknown[]) => sent.push(words) > 0,
      });
      wires.push(wire);
      return wire;
    },
  };
});

const lastWire = () => wires.at(-1) as Wire;
let close: () => void;

beforeEach(() => {
  keepSession(testSession({ token: testToken({ exp: 4_000_000_000 }) }));
  close = openLine(3);
});

afterEach(() => {
  close();
  clearSession();
});

test('presence is told whenever the server is ready, and no room is asked for', () => {
  expect(lastWire().sent).toEqual([]);
  lastWire().hear('ready');
  expect(lastWire().sent).toEqual([['userStatus']]);
  lastWire().hear('disconnect', 'transport close');
  lastWire().hear('ready');
  expect(lastWire().sent).toEqual([['userStatus'], ['userStatus']]);
});

test('everything is asked for again whenever the line is there, for news sent before were not heard: none of before the last connect', () => {
  const refetch = vi.fn();
  const stop = onResync(refetch);
  lastWire().hear('ready', '2026-11-21T09:00:00.000Z');
  expect(refetch.mock.calls).toEqual([[undefined]]);
  lastWire().hear('disconnect', 'transport close');
  expect(refetch).toHaveBeenCalledOnce();
  lastWire().hear('ready', '2026-11-21T10:00:00.000Z');
  expect(refetch.mock.lastCall).toEqual(['2026-11-21T09:00:00.000Z']);
  lastWire().hear('disconnect', 'transport close');
  lastWire().hear('ready', '2026-11-21T11:00:00.000Z');
  expect(refetch.mock.lastCall).toEqual(['2026-11-21T10:00:00.000Z']);
  stop();
});

test('news reach those who listen to their channel, of the own company only', () => {
  const heard = vi.fn();
  const stop = listen('ticket', heard);
  lastWire().hear('company-3-ticket', { action: 'updateUnread', ticketId: 5 });
  lastWire().hear('company-4-ticket', { action: 'updateUnread', ticketId: 6 });
  lastWire().hear('company-3-contact', { action: 'update' });
  expect(heard.mock.calls).toEqual([[{ action: 'updateUnread', ticketId: 5 }]]);
  stop();
  lastWire().hear('company-3-ticket', { action: 'updateUnread', ticketId: 7 });
  expect(heard).toHaveBeenCalledOnce();
});

test('the line is opened with the current token', async () => {
  await vi.waitFor(() => expect(lastWire().connect).toHaveBeenCalled());
  expect(lastWire().io.opts.query).toEqual({ token: testToken({ exp: 4_000_000_000 }) });
});

test('one socket too many is tried again after half a minute, without another token', async () => {
  vi.useFakeTimers();
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  lastWire().hear('refused', { error: 'ERR_TOO_MANY_SOCKETS' });
  lastWire().hear('disconnect', 'io server disconnect');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(lastWire().connect).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(lastWire().connect).toHaveBeenCalledTimes(2);
  expect(fetched).not.toHaveBeenCalled();
  vi.useRealTimers();
});

test('when the server closes the line it is opened again; a refused token is renewed before', async () => {
  vi.useFakeTimers();
  const fetched = vi.fn(async () => new Response(JSON.stringify(testSession({ token: 'new' })), { status: 200 }));
  vi.stubGlobal('fetch', fetched);
  lastWire().hear('ready');
  lastWire().hear('disconnect', 'io server disconnect');
  await vi.advanceTimersByTimeAsync(1000);
  expect(lastWire().connect).toHaveBeenCalledTimes(2);
  expect(fetched).not.toHaveBeenCalled();
  lastWire().hear('disconnect', 'io server disconnect');
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched).toHaveBeenCalledOnce();
  expect(lastWire().io.opts.query).toEqual({ token: 'new' });
  vi.useRealTimers();
});
