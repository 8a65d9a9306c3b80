// Which rooms a socket is in, after it has connected: they follow the rights of its user.
import { setTimeout } from 'node:timers/promises';
import { mayHear } from '@balcao/contract/access-rules';
import type { Server, Socket } from 'socket.io';
import type { CompanyId } from '../context.ts';
import type { Account } from '../http/account.ts';
import type { Log } from '../log.ts';

export type Membership = {
  /** The account of a session with its current rights; null if the session has ended. Asks the database. */
  currentAccount(companyId: CompanyId, sessionId: string): Promise<Account | null>;
  /** The names of the rooms an account hears. */
  roomsOf(account: Account): string[];
  log: Log;
};

/** What sockets of this and of other processes have in common. */
type AnySocket = Pick<Socket, 'id' | 'data'> & {
  rooms: ReadonlySet<string>;
  join(rooms: string[]): unknown;
  leave(room: string): unknown;
  disconnect(close: boolean): unknown;
};

/** Puts a socket into exactly these rooms; it stays in those of `kept` that it is in. */
function moveInto(socket: AnySocket, rooms: string[], kept: string[] = []): void {
  for (const room of socket.rooms) if (room !== socket.id && !rooms.includes(room) && !kept.includes(room)) socket.leave(room);
  socket.join(rooms);
}

/**
 * Asks the database what a socket's user may hear: news of a change may not have reached this process. Closes the socket if that is nothing
 * any more. Returns the account, or null if the socket was closed. If the look-up fails, it rejects and the socket stays as it is. Of a socket of
 * this process, what was asked later has the last word, whichever is answered first; of others there is only a copy here, so their own check has.
 */
export async function renewRooms(
  socket: AnySocket,
  of: { companyId: CompanyId; sessionId: string },
  membership: Membership,
): Promise<Account | null> {
  const { data } = socket;
  const asked = (data.asked ?? 0) + 1;
  data.asked = asked;
  const account = await membership.currentAccount(of.companyId, of.sessionId);
  if (!account || !mayHear(account)) {
    socket.disconnect(true);
    return null;
  }
  if (asked < (data.answered ?? 0)) return account;
  data.answered = asked;
  moveInto(socket, membership.roomsOf(account));
  return account;
}

const firstPauseMs = 500;
const attemptsMax = 8;

/**
 * Moves all sockets in the room `mine`, of all processes, into `rooms`, and closes those whose session has ended. Each stays in those of `kept`
 * that it is in, until its own rooms have been read. This process's own sockets come first, for asking the others fails when one of them does
 * not answer. Then they are asked again, for about a minute, and the rooms are read anew, since they may have changed meanwhile. After that,
 * each socket's own check finds the change.
 */
export async function moveSockets(
  io: Server,
  companyId: CompanyId,
  mine: string,
  { rooms, kept }: { rooms: string[]; kept: string[] },
  membership: Membership,
): Promise<void> {
  const renew = (socket: AnySocket) =>
    renewRooms(socket, { companyId, sessionId: String(socket.data.sessionId) }, membership).catch((error) =>
      membership.log.warn({ err: error }, 'rooms of a socket not renewed'),
    );
  const own = await io.local.in(mine).fetchSockets();
  for (const socket of own) moveInto(socket, rooms, kept);
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const found = await io
      .in(mine)
      .fetchSockets()
      .catch((error: unknown) => {
        membership.log.warn({ err: error, attempt }, 'other processes did not say which sockets they have');
        return null;
      });
    for (const socket of found ?? []) if (attempt === 1) moveInto(socket, rooms, kept);
    await Promise.all((found ?? (attempt === 1 ? own : [])).map(renew));
    if (found) return;
    await setTimeout(firstPauseMs * 2 ** (attempt - 1), undefined, { ref: false });
  }
}

/** Sockets that are asked about at once. */
const renewedAtOnce = 20;

/** Renews the rooms of all sockets in the room `mine`, of all processes; those of other processes by their own check if one does not answer. */
export async function renewCompany(io: Server, companyId: CompanyId, mine: string, membership: Membership): Promise<void> {
  const found: AnySocket[] = await io
    .in(mine)
    .fetchSockets()
    .catch(() => io.local.in(mine).fetchSockets());
  for (let i = 0; i < found.length; i += renewedAtOnce)
    await Promise.all(
      found
        .slice(i, i + renewedAtOnce)
        .map((socket) =>
          renewRooms(socket, { companyId, sessionId: String(socket.data.sessionId) }, membership).catch((error) =>
            membership.log.warn({ err: error }, 'rooms of a socket not renewed'),
          ),
        ),
    );
}
