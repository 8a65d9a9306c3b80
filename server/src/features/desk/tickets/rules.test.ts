import type { Placed } from '@balcao/contract/ticket-rules';
import { expect, test } from 'vitest';
import { moveKind, moveKinds, protocolDay, receiverOf, windowClosesAt } from './rules.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 12, minutes));

test('free text may be sent for 24 hours on the Cloud API and always elsewhere', () => {
  expect(windowClosesAt('whatsapp_cloud', at(0))).toEqual(new Date(at(0).getTime() + 86_400_000));
  expect(windowClosesAt('whatsapp_cloud', null)?.getTime()).toBe(86_400_000);
  expect(windowClosesAt('simulator', at(0))).toBeNull();
});

test('the protocol carries the day of the company', () => {
  const lateEvening = new Date('2026-11-22T01:30:00Z');
  expect(protocolDay(lateEvening, 'America/Sao_Paulo')).toBe('20261121');
  expect(protocolDay(lateEvening, 'UTC')).toBe('20261122');
});

const placed = (status: Placed['status'], userId: number | null = null, queueId: number | null = null): Placed => ({
  status,
  userId,
  queueId,
});

test.each([
  ['accepting is told', placed('pending', null, 3), placed('open', 1, 3), 1, 'accepted'],
  ['accepting into a queue, too', placed('pending'), placed('open', 1, 3), 1, 'accepted'],
  ['and taking it from another agent', placed('open', 2, 3), placed('open', 1, 3), 1, 'accepted'],
  ['a rule assigns it', placed('pending', null, 3), placed('open', 2, 3), null, 'assigned'],
  ['returning is told', placed('open', 1, 3), placed('pending', null, 3), 1, 'returned'],
  ['the queue the bot finds is not', placed('pending'), placed('pending', null, 3), null, null],
  ['closing is', placed('open', 1, 3), placed('closed', 1, 3), 1, 'closed'],
  ['closing by itself, too', placed('pending', null, 3), placed('closed', null, 3), null, 'closed'],
  ['reopening is', placed('closed', 1, 3), placed('pending', null, 3), null, 'reopened'],
  ['another queue is a transfer', placed('open', 1, 3), placed('pending', null, 4), 1, 'transferred'],
  ['also a first one, chosen by a person', placed('pending'), placed('pending', null, 4), 1, 'transferred'],
  ['another agent is a transfer', placed('open', 1, 3), placed('open', 2, 3), 1, 'transferred'],
  ['and a change of what was closed is nothing', placed('closed', 1, 3), placed('closed', 1, 3), 1, null],
] as const)('%s', (_what, before, after, by, kind) => {
  expect(moveKind(before, after, by)).toBe(kind);
});

const answering = (chatbot: boolean, useIntegration = false) => ({ chatbot, useIntegration });

test.each([
  ['a bot begins', placed('pending'), answering(false), placed('pending'), answering(true), null, ['botBegan']],
  ['an assistant begins', placed('pending'), answering(false), placed('pending'), answering(false, true), null, ['botBegan']],
  ['a bot ends with a queue', placed('pending'), answering(true), placed('pending', null, 3), answering(false), null, ['botEnded']],
  ['or another queue', placed('pending', null, 3), answering(true), placed('pending', null, 4), answering(false), null, ['botEnded']],
  ['who accepts ends its turn', placed('pending', null, 3), answering(true), placed('open', 1, 3), answering(false), 1, ['accepted']],
  ['an assistant takes over', placed('pending', null, 3), answering(true), placed('pending', null, 3), answering(false, true), null, []],
  [
    'a queue with a bot',
    placed('open', 1, 3),
    answering(false),
    placed('pending', null, 4),
    answering(true),
    1,
    ['transferred', 'botBegan'],
  ],
  ['what closes by itself', placed('pending', null, 3), answering(true), placed('closed', null, 3), answering(false), null, ['closed']],
] as const)("the bot's turn: %s", (_what, before, had, after, has, by, kinds) => {
  expect(moveKinds({ ...before, ...had }, { ...after, ...has }, by)).toEqual(kinds);
});

test('the one who receives a ticket is whoever else it was given to', () => {
  expect(receiverOf(placed('open', 1, 3), placed('open', 2, 3), 1)).toBe(2);
  expect(receiverOf(null, placed('open', 2, 3), 1)).toBe(2);
  expect(receiverOf(placed('open', 1, 3), placed('open', 1, 4), 2)).toBeNull();
  expect(receiverOf(placed('pending', null, 3), placed('open', 1, 3), 1)).toBeNull();
  expect(receiverOf(placed('open', 1, 3), placed('open', 2, 3), null)).toBeNull();
});
