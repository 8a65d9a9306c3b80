import { expect, test } from 'vitest';
import { chatNoticeOf, isQuiet, messageNoticeOf, toneOf } from './notice-rules.ts';

const at = (time: string) => new Date(`2026-11-23T${time}:00-03:00`);
const quiet = (from: string, to: string, time: string) => isQuiet({ from, to }, at(time), 'America/Sao_Paulo');

test('quiet hours go by the clock of the company, and may go on until the next day', () => {
  expect([quiet('12:00', '13:00', '11:59'), quiet('12:00', '13:00', '12:00'), quiet('12:00', '13:00', '13:00')]).toEqual([
    false,
    true,
    false,
  ]);
  expect([quiet('20:00', '07:30', '21:00'), quiet('20:00', '07:30', '00:00'), quiet('20:00', '07:30', '07:30')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([quiet('08:00', '08:00', '08:00'), isQuiet(null, at('03:00'), 'America/Sao_Paulo')]).toEqual([false, false]);
  expect(isQuiet({ from: '12:00', to: '13:00' }, at('12:30'), 'UTC')).toBe(false);
});

test('the tone of a queue comes before the one of the kind', () => {
  const tones = { kinds: { mine: 'drop' }, queues: { 4: 'knock' } } as const;
  expect([toneOf(tones, 'mine', 4), toneOf(tones, 'mine', 5), toneOf(tones, 'waiting', null)]).toEqual(['knock', 'drop', 'bell']);
});

test('a message is told to whoever has the conversation; one that waits to those who see all; one of a chat to all but its sender', () => {
  const ticket = { status: 'pending', userId: null, isGroup: false } as const;
  const [ana, bia] = [
    { id: 1, allTicket: true },
    { id: 2, allTicket: false },
  ];
  const of = (more: Partial<Parameters<typeof messageNoticeOf>[1]>) =>
    [ana, bia].map((each) => messageNoticeOf(each, { ...ticket, ...more }));
  expect(of({})).toEqual(['waiting', null]);
  expect(of({ status: 'open', userId: 2 })).toEqual([null, 'mine']);
  expect(of({ isGroup: true })).toEqual([null, null]);
  expect([1, 2, 3].map((id) => chatNoticeOf(id, { senderId: 1, mentions: [1, 2] }))).toEqual([null, 'mention', 'chat']);
});
