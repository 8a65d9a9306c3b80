import type { MessageView } from '@balcao/contract/messages';
import { expect, test } from 'vitest';
import { makeMessage } from '../../../../data/messages/test-messages.ts';
import { threadRows } from './thread-rows.ts';

const entriesOf = (messages: MessageView[]) => messages.map((message) => ({ key: message.id, message, pending: null }));
const rowsOf = (messages: MessageView[], given = {}) =>
  threadRows({ entries: entriesOf(messages), complete: false, unread: null, closedTicketId: null, ...given }).map((row) =>
    row.kind === 'message'
      ? row.first
        ? `+${row.entry.message.id}`
        : row.entry.message.id
      : row.kind === 'album'
        ? `album ${row.entries.length}`
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
  expect(rowsOf([makeMessage(1)], { complete: true, closedTicketId: 1 })).toEqual(['day', 'started', '+1', 'ended']);
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
