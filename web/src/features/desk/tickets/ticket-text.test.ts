import { expect, test } from 'vitest';
import { lastMessageText, shortName, windowState } from './ticket-text.ts';

test('names are cut to ten characters on phones only', () => {
  expect([shortName('Helena Sampaio', true), shortName('Helena Sampaio', false), shortName('Ana', true)]).toEqual([
    'Helena Sam…',
    'Helena Sampaio',
    'Ana',
  ]);
});

test('the last message is one line without marks', () => {
  expect(lastMessageText({ lastMessage: '*Marina:*\nBom _dia_, 2*3*4', lastMessageType: 'conversation' })).toBe('Marina: Bom dia, 2*3*4');
});

test('a message without words is called by its kind', () => {
  expect(lastMessageText({ lastMessage: '', lastMessageType: 'image' })).toBe('Foto');
  expect(lastMessageText({ lastMessage: 'data:image|https://maps|x', lastMessageType: 'locationMessage' })).toBe('Localização');
});

test('the window warns in its last three hours', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  const at = (minutes: number) => windowState(new Date(now + minutes * 60_000).toISOString(), now).state;
  expect([windowState(null, now).state, at(600), at(52), at(-1)]).toEqual(['none', 'open', 'closing', 'closed']);
});
