import { expect, test } from 'vitest';
import { isTooLate, mayChange, outcomeOf, slowTurn } from './rules.ts';

const at = (text: string) => new Date(text);
const now = at('2026-11-23T12:00:00Z');

test('it is late by the company’s rule, and never with 0', () => {
  const due = at('2026-11-23T10:00:00Z');
  const row = { send_at: due, timed_at: at('2026-11-20T10:00:00Z') };
  expect([60, 119, 120, 1440, 0].map((minutes) => isTooLate(row, minutes, now))).toEqual([true, true, false, false, false]);
});

test('a time that had passed when it was set is not late', () => {
  expect(isTooLate({ send_at: at('2020-01-01T00:00:00Z'), timed_at: now }, 5, now)).toBe(false);
});

test('a number that is told to go slowly sends one after the other, and who was given a moment keeps it', () => {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const first = slowTurn({ slow: 2, next: null, given: null }, now);
  const second = slowTurn({ slow: 2, next: first.next, given: null }, now);
  const third = slowTurn({ slow: 3, next: second.next, given: null }, now);
  expect([first.at, second.at, third.at, third.next]).toEqual([now, after(40), after(80), after(140)]);
  expect(slowTurn({ slow: 2, next: third.next, given: second.at }, after(41))).toEqual({ at: second.at, next: third.next });
  expect(slowTurn({ slow: 2, next: third.next, given: null }, after(600))).toEqual({ at: after(600), next: after(640) });
});

test('what is in the conversation is changed there', () => {
  expect((['PENDENTE', 'ERRO', 'CANCELADA', 'AGENDADA', 'ENVIADA'] as const).map(mayChange)).toEqual([true, true, true, false, false]);
});

test('the delivery decides what became of it', () => {
  const message = { fail_reason: null, is_deleted: false, sent_at: now };
  expect(outcomeOf({ ...message, state: 'queued', fail_reason: 'connection_down' }, now)).toEqual({
    status: 'AGENDADA',
    fail_reason: 'connection_down',
    sent_at: null,
  });
  expect(outcomeOf({ ...message, state: 'delivered' }, now)).toEqual({ status: 'ENVIADA', fail_reason: null, sent_at: now });
  expect(outcomeOf({ ...message, state: 'failed', fail_reason: 'not_on_whatsapp' }, now).status).toBe('ERRO');
  expect(outcomeOf({ ...message, state: 'failed', is_deleted: true }, now)).toMatchObject({
    status: 'CANCELADA',
    fail_reason: 'withdrawn',
  });
  expect(outcomeOf(null, now)).toMatchObject({ status: 'CANCELADA' });
});
