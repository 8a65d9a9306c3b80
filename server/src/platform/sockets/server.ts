// Realtime. A socket is in the rooms its user may hear, named by company. They are set on connecting and whenever the user changes.

import type { Server as HttpServer } from 'node:http';
import { createServer } from 'node:http';
import { type EventKey, events } from '@balcao/contract';
import { mayHear } from '@balcao/contract/access-rules';
import { eventName } from '@balcao/contract/event';
import { Server, type Socket } from 'socket.io';
import { chance } from '../chance.ts';
import type { CompanyId } from '../context.ts';
import type { Broadcast } from '../facts.ts';
import type { Account, Authenticate } from '../http/account.ts';
import type { Metrics } from '../metrics.ts';
import { countMinutes, type Minutes } from '../minutes.ts';
import { type Outgoing, outgoing } from '../outgoing.ts';
import { createGatherer } from './gather.ts';
import { type Membership, moveSockets, renewCompany, renewRooms } from './membership.ts';
import type { Room } from './rooms.ts';

export type SocketOptions = Membership & {
  authenticate: Authenticate;
  origins: string[];
  metrics: Metrics;
  now(): Date;
  /** How many sockets of one company, and of one user, are open at once in this process. */
  most: { ofCompany: number; ofUser: number };
  /** A payload that is not exactly what the contract says fails; for tests. Otherwise what it has too much is left out. */
  checkPayloads: boolean;
  /** The user is online: called on connecting, on `userStatus`, and every five minutes at the latest. */
  present(account: Account): Promise<void>;
  /** The name of a room; `companyId` is null above companies. */
  roomName(companyId: CompanyId | null, room: Room): string;
  /** The user's last socket in this process has closed. */
  absent(account: Account): Promise<void>;
};

export type Sockets = {
  io: Server;
  /** Listens on an HTTP server, once there is one. A process without the web role still emits, through the adapter. */
  attach(http: HttpServer): void;
  emit(companyId: CompanyId | null, broadcast: Broadcast): void;
  /**
   * Moves the sockets of one user, which are in the room `mine`, into `rooms`; each stays in those of `kept` that it is in, if it may. Closes
   * those whose session has ended, or all if `to` is null.
   */
  refresh(companyId: CompanyId, mine: string, to: { rooms: string[]; kept: string[] } | null): void;
  /** Asks anew what every socket of a company, which are in the room `mine`, may hear; closes those that may hear nothing. */
  refreshCompany(companyId: CompanyId, mine: string): void;
  close(): Promise<void>;
};

const pingMs = 18_000;
/** Browsers say little on their sockets: signs of life and a few words, none of them binary. So much in so long is no browser. */
const [packetMaxBytes, packetsMax, packetsMs] = [4 * 1024, 100, 10_000];
/** How often one user may connect in a minute: with all their tabs, again and again on a bad line. */
const connectsPerMinute = 300;
/** At the latest. */
const recheckEveryMs = 300_000;
/** Each sign of life is a write, and a client may send as many as it likes. */
const presentEveryMs = 30_000;

/** The sockets of all browsers; `attach` joins them to the HTTP server. */
export function createSockets(options: SocketOptions): Sockets {
  const io = new Server({
    transports: ['websocket'],
    pingInterval: pingMs,
    pingTimeout: pingMs,
    maxHttpBufferSize: packetMaxBytes,
    serveClient: false,
    cors: { origin: options.origins, credentials: true },
  });
  const named = Object.fromEntries(
    Object.entries(events).map(([key, { payload }]) => [key, outgoing(payload, options.checkPayloads)]),
  ) as Record<EventKey, Outgoing>;
  const counts: Counts = { company: new Map(), user: new Map() };
  const connects = countMinutes<string>();
  io.on('connection', (socket) => void onConnection(socket, options, counts, connects));
  return {
    io,
    attach(http) {
      io.attach(http);
      io.engine.on('connection', cutFlood);
      io.engine.on('connection', createGatherer());
    },
    emit(companyId, { event, payload, rooms, ids }) {
      if (rooms.length === 0) return;
      options.metrics.events.inc({ event });
      io.to(rooms.map((room) => options.roomName(companyId, room))).emit(eventName(companyId, events[event], ids), named[event](payload));
    },
    refresh(companyId, mine, to) {
      if (to === null) return void io.in(mine).disconnectSockets(true);
      moveSockets(io, companyId, mine, to, options).catch((error) => options.log.warn({ err: error }, 'rooms not renewed'));
    },
    refreshCompany(companyId, mine) {
      renewCompany(io, companyId, mine, options).catch((error) => options.log.warn({ err: error }, 'rooms of a company not renewed'));
    },
    close: async () => {
      if (!(io as { httpServer?: unknown }).httpServer) io.attach(createServer());
      await io.close();
    },
  };
}

/** A connection of engine.io, with what is said on it. */
type Line = { on(event: 'packet', listener: (packet: { data?: unknown }) => void): unknown; close(discard: boolean): void };

/** Closes a line on which more is said than a browser says, or something binary, which would be kept until the rest of it comes. */
function cutFlood(line: Line): void {
  let packets = 0;
  let until = performance.now() + packetsMs;
  line.on('packet', ({ data }) => {
    const now = performance.now();
    if (now >= until) {
      packets = 0;
      until = now + packetsMs;
    }
    packets += 1;
    const isBinary = data !== undefined && (typeof data !== 'string' || data.startsWith('5') || data.startsWith('6'));
    if (isBinary || packets > packetsMax) line.close(true);
  });
}

/** How many sockets are open, by company and by user. */
type Counts = { company: Map<number, number>; user: Map<string, number> };

async function onConnection(socket: Socket, options: SocketOptions, counts: Counts, connects: Minutes<string>): Promise<void> {
  // Add handlers first: clients may speak before the look-up below is done.
  let account: Account | null = null;
  const check = async () => {
    if (!account) return;
    try {
      const current = await renewRooms(socket, account, options);
      if (current) await options.present(current);
    } catch (error) {
      options.log.warn({ err: error }, 'socket not checked');
    }
  };
  let presentAt = Number.NEGATIVE_INFINITY;
  socket.on('userStatus', () => {
    const now = performance.now();
    if (!account || now - presentAt < presentEveryMs) return;
    presentAt = now;
    void check();
  });
  // Whoever has heard nothing for a moment asks whether the line still stands.
  socket.on('beat', (answer: unknown) => typeof answer === 'function' && answer());
  // Clients may ask to join rooms. Rooms follow from the account alone, so nothing listens to such requests.
  try {
    const token = socket.handshake.query.token;
    if (typeof token !== 'string') return void socket.disconnect(true);
    account = await options.authenticate(token.replace(/^"|"$/g, ''));
  } catch {
    return void socket.disconnect(true);
  }
  const signedIn = account;
  if (!mayHear(signedIn) || !socket.connected) return void socket.disconnect(true);
  const [{ companyId }, key] = [signedIn, `${signedIn.companyId}:${signedIn.member.id}`];
  const isOften = !connects.count(key, Math.max(connectsPerMinute, 5 * options.most.ofUser));
  if (isOften || of(counts.company, companyId) >= options.most.ofCompany || of(counts.user, key) >= options.most.ofUser) {
    socket.emit('refused', { error: 'ERR_TOO_MANY_SOCKETS' });
    return void socket.disconnect(true);
  }
  // Counted before anything is waited for, so that many at once do not pass together.
  add(counts.company, companyId, 1);
  add(counts.user, key, 1);
  options.metrics.sockets.inc();
  // A token is valid for fifteen minutes, a socket as long as its session. So session, rights and company are checked every five minutes. Those
  // who came back together after a restart are not checked together for ever.
  const recheck = setInterval(() => void check(), recheckEveryMs * (1 - chance() / 5));
  socket.on('disconnect', () => {
    clearInterval(recheck);
    options.metrics.sockets.dec();
    add(counts.company, companyId, -1);
    add(counts.user, key, -1);
    if (of(counts.user, key) > 0) return;
    options.absent(signedIn).catch((error) => options.log.warn({ err: error }, 'absence not noted'));
  });
  socket.data.sessionId = signedIn.sessionId;
  await socket.join(options.roomsOf(signedIn));
  await check();
  // By the server's clock: from then on it hears all news.
  socket.emit('ready', options.now().toISOString());
}

function of<K>(counts: Map<K, number>, key: K): number {
  return counts.get(key) ?? 0;
}

function add<K>(counts: Map<K, number>, key: K, change: 1 | -1): void {
  const now = of(counts, key) + change;
  if (now > 0) counts.set(key, now);
  else counts.delete(key);
}
