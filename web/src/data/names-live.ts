// What conversations repeat of people, queues and contacts, besides the tickets themselves: their names, in messages, notes, moves and pings;
// and what stands beside a conversation: its files, and where a text was found.
import type { PingView } from '@balcao/contract/pings';
import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import type { TicketMove } from '@balcao/contract/tickets';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../platform/live-cache.ts';
import { refreshSoon } from '../platform/refresh-soon.ts';
import { contactKeys } from './contacts/keys.ts';
import { type MessagePages, messageKeys } from './messages/keys.ts';
import { noteKeys } from './notes/keys.ts';
import { pingKeys } from './pings/keys.ts';
import { ticketKeys } from './tickets/keys.ts';

type Named = { id: number; name: string };

export const namesLive: Live = {
  appMessage: (cache, { message }) => {
    refreshSoon(cache, [...messageKeys.allMedia, message.contactId], 1000);
    // Where a text is, is counted from the newest message.
    refreshSoon(cache, messageKeys.findIn(message.ticketId), 1000);
  },
  ticket: (cache, news) => {
    // Who sees a conversation no more, or sees it now, does so with its files.
    if (news.action === 'delete') refreshSoon(cache, messageKeys.allMedia, 1000);
    if (news.action === 'update') refreshSoon(cache, [...messageKeys.allMedia, news.ticket.contactId], 1000);
  },
  user: (cache, news) => {
    if ('user' in news) renamePerson(cache, news.user);
  },
  queue: (cache, news) => {
    if (news.action === 'update') renameRows<TicketMove>(cache, ticketKeys.allMoves, (move) => withNames(move, ['queue'], news.queue));
  },
  contact: (cache, news) => {
    if (news.action !== 'delete') {
      renameContact(cache, news.contact);
      // Another contact may have been split from this one.
      refreshSoon(cache, contactKeys.merges(news.contact.id));
      refreshWhere<Named>(cache, contactKeys.allDuplicates, ({ id }) => id === news.contact.id);
    }
    // Contacts that are split take their tickets with them, and the notes of those.
    refreshWhere<TicketNoteView>(cache, noteKeys.threads, ({ kind }) => kind === 'mergedInto');
    // The ledger repeats the names of contacts; the notes of one contact do not show them.
    refreshSoon(cache, ['consent', 'ledger'], 1000);
  },
  ticketNote: (cache, news) => {
    // It was repeated to those whom it called.
    if (news.action === 'delete') refreshWhere<PingView>(cache, pingKeys.all, ({ ticketId }) => ticketId === news.ticketId);
  },
};

/**
 * Asks again for what is known of a conversation that was out of sight for a while, or belongs to another contact now: not all that happened to
 * it was heard here.
 */
export function refreshConversation(cache: QueryClient, ticketId: number): void {
  const { thread, peek, hitsOf, findIn } = messageKeys;
  const { moves } = ticketKeys;
  const keys = [thread(ticketId), peek(ticketId), hitsOf(ticketId), findIn(ticketId), moves(ticketId)];
  const beside = [noteKeys.ofTicket(ticketId), [...noteKeys.threads, ticketId], pingKeys.followers(ticketId), pingKeys.all];
  for (const queryKey of [...keys, ...beside]) refreshSoon(cache, queryKey);
}

function renamePerson(cache: QueryClient, user: Named): void {
  for (const queryKey of [messageKeys.threads, messageKeys.peeks]) renameMessages(cache, queryKey, 'user', user);
  for (const queryKey of [noteKeys.all, noteKeys.threads]) {
    renameRows<TicketNoteView>(cache, queryKey, (note) => {
      const mentions = each(note.mentions, (one) => renamed(one, user));
      const readBy = each(note.readBy, (one) => (isRenamed(one, user) ? { ...one, name: user.name } : one));
      return withNames(mentions === note.mentions && readBy === note.readBy ? note : { ...note, mentions, readBy }, ['user'], user);
    });
  }
  renameRows<TicketMove>(cache, ticketKeys.allMoves, (move) => withNames(move, ['by', 'user'], user));
  renameRows<PingView>(cache, pingKeys.all, (ping) => withNames(ping, ['by'], user));
  renameRows<Named>(cache, pingKeys.allFollowers, (one) => renamed(one, user));
}

function renameContact(cache: QueryClient, contact: Named): void {
  for (const queryKey of [messageKeys.threads, messageKeys.peeks]) renameMessages(cache, queryKey, 'contact', contact);
  for (const queryKey of [noteKeys.all, noteKeys.threads]) {
    renameRows<TicketNoteView>(cache, queryKey, (note) => withNames(note, ['contact'], contact));
  }
  renameRows<PingView>(cache, pingKeys.all, (ping) =>
    ping.ticket.contactId === contact.id && ping.ticket.contactName !== contact.name
      ? { ...ping, ticket: { ...ping.ticket, contactName: contact.name } }
      : ping,
  );
}

function renameMessages(cache: QueryClient, queryKey: readonly string[], field: 'user' | 'contact', now: Named): void {
  changeHeld<MessagePages>(cache, queryKey, (held) => {
    const pages = each(held.pages, (page) => {
      const messages = each(page.messages, (message) => withNames(message, [field], now));
      return messages === page.messages ? page : { ...page, messages };
    });
    return pages === held.pages ? held : { ...held, pages };
  });
}

function renameRows<Row>(cache: QueryClient, queryKey: readonly string[], rename: (row: Row) => Row): void {
  changeHeld<Row[]>(cache, queryKey, (rows) => each(rows, rename));
}

function refreshWhere<Row>(cache: QueryClient, queryKey: readonly string[], isWanted: (row: Row) => boolean): void {
  for (const [, rows] of cache.getQueriesData<Row[]>({ queryKey })) if (rows?.some(isWanted)) refreshSoon(cache, queryKey);
}

/** The row with the new name in those fields that hold the record; the same row if none has another name. */
function withNames<Field extends string, Row extends { [F in Field]: Named | null }>(row: Row, fields: readonly Field[], now: Named): Row {
  const old = fields.filter((field) => isRenamed(row[field], now));
  return old.length > 0 ? { ...row, ...Object.fromEntries(old.map((field) => [field, { ...row[field], name: now.name }])) } : row;
}

function renamed(held: Named, now: Named): Named {
  return isRenamed(held, now) ? { ...held, name: now.name } : held;
}

function isRenamed(held: Named | null, { id, name }: Named): boolean {
  return held !== null && held.id === id && held.name !== name;
}

/** As `map`, but the same array if nothing changes. */
function each<Row>(rows: Row[], change: (row: Row) => Row): Row[] {
  const next = rows.map(change);
  return next.every((row, at) => row === rows[at]) ? rows : next;
}
