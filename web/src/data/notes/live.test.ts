import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { noteKeys } from './keys.ts';
import { hearNote } from './live.ts';

test('a note comes on top, once', () => {
  const cache = cacheWith([note(1)]);
  hearNote(cache, { action: 'create', ticketNote: note(2) });
  hearNote(cache, { action: 'create', ticketNote: note(2) });
  expect(ids(cache)).toEqual([2, 1]);
});

test('a note that is heard of late takes its place below newer ones', () => {
  const cache = cacheWith([note(3), note(1)]);
  hearNote(cache, { action: 'create', ticketNote: note(2) });
  expect(ids(cache)).toEqual([3, 2, 1]);
});

test('who read a note is not forgotten by an older copy of it', () => {
  const cache = cacheWith([note(1)]);
  const read = { ...note(1), readBy: [{ id: 4, name: 'Caio', at: '2026-11-21T12:02:00.000Z' }] };
  hearNote(cache, { action: 'update', ticketNote: read });
  hearNote(cache, { action: 'create', ticketNote: note(1) });
  expect(cache.getQueryData(noteKeys.ofTicket(7))).toEqual([read]);
});

test('a server of a version before does not say who has read a note, and knows no pins and files: there are none, as far as is known', () => {
  const cache = cacheWith([note(1)]);
  const { readBy: _, pinnedAt: __, file: ___, ...older } = note(2);
  hearNote(cache, { action: 'create', ticketNote: older as TicketNoteView });
  hearNote(cache, { action: 'update', ticketNote: older as TicketNoteView });
  expect(cache.getQueryData<TicketNoteView[]>(noteKeys.ofTicket(7))?.map(({ readBy, pinnedAt, file }) => [readBy, pinnedAt, file])).toEqual(
    [
      [[], null, null],
      [[], null, null],
    ],
  );
});

test('a note that was pinned stays so, whatever older copy of it comes', () => {
  const cache = cacheWith([note(1)]);
  const at = '2026-11-21T12:05:00.000Z';
  hearNote(cache, { action: 'update', ticketNote: { ...note(1), pinnedAt: at, updatedAt: at } });
  hearNote(cache, { action: 'create', ticketNote: note(1) });
  expect(cache.getQueryData<TicketNoteView[]>(noteKeys.ofTicket(7))?.[0]?.pinnedAt).toBe(at);
});

test('a note of another ticket is not mixed in', () => {
  const cache = cacheWith([note(1)]);
  hearNote(cache, { action: 'create', ticketNote: { ...note(2), ticketId: 8 } });
  expect(ids(cache)).toEqual([1]);
});

test('a removed note is gone', () => {
  const cache = cacheWith([note(2), note(1)]);
  hearNote(cache, { action: 'delete', noteId: 2, ticketId: 7 });
  expect(ids(cache)).toEqual([1]);
});

test('in the conversation a note stands once, in its place, and goes when it is removed', () => {
  const cache = cacheWith([]);
  const told = () => cache.getQueryData<TicketNoteView[]>(noteKeys.thread(7, 3))?.map(({ id }) => id);
  cache.setQueryData(noteKeys.thread(7, 3), [note(1), note(3)]);
  hearNote(cache, { action: 'create', ticketNote: note(2) });
  hearNote(cache, { action: 'create', ticketNote: note(2) });
  hearNote(cache, { action: 'create', ticketNote: { ...note(4), ticketId: 8, contactId: 9 } });
  expect(told()).toEqual([1, 2, 3]);
  hearNote(cache, { action: 'delete', noteId: 1, ticketId: 7 });
  expect(told()).toEqual([2, 3]);
});

function cacheWith(notes: TicketNoteView[]): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(noteKeys.ofTicket(7), notes);
  return cache;
}

function ids(cache: QueryClient): number[] {
  return cache.getQueryData<TicketNoteView[]>(noteKeys.ofTicket(7))?.map(({ id }) => id) ?? [];
}

function note(id: number): TicketNoteView {
  const at = '2026-11-21T12:00:00.000Z';
  return {
    id,
    note: 'Prefere entrega de manhã.',
    kind: 'written',
    ticketId: 7,
    contactId: 3,
    userId: 1,
    user: { id: 1, name: 'Ana Beatriz' },
    mentions: [],
    readBy: [],
    ...{ pinnedAt: null, file: null },
    contact: { id: 3, name: 'Helena Sampaio' },
    ticket: { id: 7, status: 'open', createdAt: at },
    createdAt: at,
    updatedAt: at,
  };
}
