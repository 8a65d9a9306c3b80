import type { MessageView } from '@balcao/contract/messages';
import type { TicketMove } from '@balcao/contract/tickets';
import { expect, test } from 'vitest';
import { makeMessage } from '../../../../data/messages/test-messages.ts';
import { threadRows } from './thread-rows.ts';

const entriesOf = (messages: MessageView[]) => messages.map((message) => ({ key: message.id, message, pending: null }));
const open = { id: 1, number: 11, status: 'open' } as const;
const rowsOf = (messages: MessageView[], given = {}) =>
  threadRows({ entries: entriesOf(messages), complete: false, unread: null, moves: [], ticket: open, ...given }).map((row) =>
    row.kind === 'message'
      ? row.first
        ? `+${row.entry.message.id}`
        : row.entry.message.id
      : row.kind === 'album'
        ? `album ${row.entries.length}`
        : row.kind === 'move'
          ? row.move.kind
          : row.kind,
  );
const photo = (id: number, given: Partial<MessageView> = {}) =>
  makeMessage(id, { mediaType: 'image', mediaState: 'ready', body: '', ...given });

test('a run of one speaker begins once', () => {
  expect(rowsOf([makeMessage(1), makeMessage(2), makeMessage(3, { fromMe: true })])).toEqual(['day', '+1', '2', '+3']);
});

test('each day has its line', () => {
  expect(rowsOf([makeMessage(1, { createdAt: '2026-11-19T12:00:00.000Z' }), makeMessage(2)])).toEqual(['day', '+1', 'day', '+2']);
});

test('where the ticket changes, one conversation ends and the next begins', () => {
  expect(rowsOf([makeMessage(1, { ticketId: 7 }), makeMessage(2)])).toEqual(['day', '+1', 'ended', 'started', '+2']);
});

test('the beginning is named once everything is loaded, and the end when the ticket is closed', () => {
  expect(rowsOf([makeMessage(1)], { complete: true, ticket: { ...open, status: 'closed' } })).toEqual(['day', 'started', '+1', 'ended']);
});

test('the unread line stands before the first unread message', () => {
  expect(rowsOf([makeMessage(1), makeMessage(2)], { unread: { id: '2', count: 1 } })).toEqual(['day', '+1', 'unread', '+2']);
});

test('photos in a row are an album, one with words is not part of it', () => {
  expect(rowsOf([photo(1), photo(2), photo(3), photo(4, { body: 'a nota' })])).toEqual(['day', 'album 3', '4']);
});

test('photos of two speakers, or apart in time, are no album', () => {
  expect(rowsOf([photo(1), photo(2, { fromMe: true })])).toEqual(['day', '+1', '+2']);
  expect(rowsOf([photo(1), photo(9)])).toEqual(['day', '+1', '9']);
});

const move = (id: number, given: Partial<TicketMove> = {}): TicketMove => ({
  id,
  kind: 'closed',
  reason: null,
  ticketId: 1,
  ticketNumber: 11,
  by: { id: 1, name: 'Ana Beatriz' },
  queue: null,
  user: null,
  note: null,
  waited: null,
  tags: null,
  rating: null,
  rule: null,
  at: makeMessage(id).createdAt.replace('.000Z', '.500Z'),
  ...given,
});

test('who closed a conversation, and when, stays after it was reopened', () => {
  const moves = [move(1), move(2, { kind: 'reopened' })];
  expect(rowsOf([makeMessage(1), makeMessage(2), makeMessage(3)], { moves })).toEqual(['day', '+1', 'closed', '+2', 'reopened', '+3']);
  expect(rowsOf([makeMessage(1)], { moves: [move(1)], ticket: { ...open, status: 'closed' } })).toEqual(['day', '+1', 'closed']);
});

test('what happened before the oldest message that is loaded is not told there', () => {
  expect(rowsOf([makeMessage(5), makeMessage(6)], { moves: [move(1), move(5, { kind: 'transferred' })] })).toEqual([
    'day',
    '+5',
    'transferred',
    '+6',
  ]);
});

test('an ended conversation is told once, by its close; while that loads, not at all', () => {
  const messages = [makeMessage(1, { ticketId: 7 }), makeMessage(2)];
  expect(rowsOf(messages, { moves: [move(1, { ticketId: 7 })] })).toEqual(['day', '+1', 'closed', 'started', '+2']);
  expect(rowsOf(messages, { moves: undefined })).toEqual(['day', '+1', 'started', '+2']);
});

test('what happened on a day without messages has its day, and the ticket is named where it is another one', () => {
  const later = move(1, { kind: 'reopened', at: '2026-11-23T12:00:00.000Z' });
  const rows = threadRows({
    ...{ entries: entriesOf([makeMessage(1)]), complete: false, unread: null, ticket: open },
    moves: [move(1), later, { ...later, id: 3, ticketId: 2, ticketNumber: 12 }],
  });
  expect(rows.map((row) => (row.kind === 'move' ? row.number : row.kind))).toEqual(['day', 'message', null, 'day', null, 12]);
});

test('an album ends where something happened', () => {
  expect(rowsOf([photo(1), photo(2), photo(3)], { moves: [move(1, { kind: 'transferred' })] })).toEqual([
    'day',
    '+1',
    'transferred',
    'album 2',
  ]);
});
