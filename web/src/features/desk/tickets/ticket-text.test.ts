import { expect, test } from 'vitest';
import { lastMessageText, shortName, windowState } from './ticket-text.ts';

test('names are cut to ten characters on phones only', () => {
  expect([shortName('Helena Sampaio', true), shortName('Helena Sampaio', false), shortName('Ana', true)]).toEqual([
    'Helena Sam…',
    'Helena Sampaio',
    'Ana',
  ]);
});

const textOf = (lastMessage: string, lastMessageFromMe = false) =>
  lastMessageText({ lastMessage, lastMessageFromMe, lastMessageType: 'conversation' });

test('the last message is one line without marks', () => {
  expect(textOf('Bom _dia_,\n*2*3*4')).toBe('Bom dia, *2*3*4');
});

test('the signature of an agent is no part of the preview; the same words of a customer are', () => {
  expect(textOf('*Marina:*\nBom dia', true)).toBe('Bom dia');
  expect(textOf('*Marina:*\nBom dia')).toBe('Marina: Bom dia');
});

test('a message without words is called by its kind', () => {
  expect(lastMessageText({ lastMessage: '', lastMessageFromMe: false, lastMessageType: 'image' })).toBe('Foto');
  expect(lastMessageText({ lastMessage: 'data:image|https://maps|x', lastMessageFromMe: false, lastMessageType: 'locationMessage' })).toBe(
    'Localização',
  );
});

test('the window warns in its last three hours', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  const at = (minutes: number) => windowState(new Date(now + minutes * 60_000).toISOString(), now).state;
  expect([windowState(null, now).state, at(600), at(52), at(-1)]).toEqual(['none', 'open', 'closing', 'closed']);
});
