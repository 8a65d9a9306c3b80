import { expect, test } from 'vitest';
import { lastMessageText, shortName, waitText, windowState } from './ticket-text.ts';

test('names are cut to ten characters on phones only', () => {
  expect([shortName('Helena Sampaio', true), shortName('Helena Sampaio', false), shortName('Ana', true)]).toEqual([
    'Helena Sam…',
    'Helena Sampaio',
    'Ana',
  ]);
});

const shown = { lastMessage: '', lastMessageFromMe: false, lastMessageType: 'conversation', lastMessageDeleted: false } as const;
const textOf = (lastMessage: string, lastMessageFromMe = false) => lastMessageText({ ...shown, lastMessage, lastMessageFromMe });

test('the last message is one line without marks', () => {
  expect(textOf('Bom _dia_,\n*2*3*4')).toBe('Bom dia, *2*3*4');
});

test('a message of thousands of marks that are not closed is a line at once', { timeout: 5_000 }, () => {
  expect(textOf('*x '.repeat(20_000))).toMatch(/^\*x \*x /);
});

test('the signature of an agent is no part of the preview; the same words of a customer are', () => {
  expect(textOf('*Marina:*\nBom dia', true)).toBe('Bom dia');
  expect(textOf('*Marina:*\nBom dia')).toBe('Marina: Bom dia');
});

test('a message without words is called by its kind', () => {
  expect(lastMessageText({ ...shown, lastMessageType: 'image' })).toBe('Foto');
  expect(lastMessageText({ ...shown, lastMessage: 'data:image|https://maps|x', lastMessageType: 'locationMessage' })).toBe('Localização');
});

test('a deleted message is called so, whatever it was', () => {
  expect(lastMessageText({ ...shown, lastMessageDeleted: true })).toBe('Mensagem apagada');
  expect(lastMessageText({ ...shown, lastMessageType: 'image', lastMessageDeleted: true })).toBe('Mensagem apagada');
});

test('a wait is a span, however long it is', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  const after = (minutes: number) => waitText(new Date(now - minutes * 60_000).toISOString(), now);
  expect([0, 52, 1439, 1440, 5000].map(after)).toEqual(['agora', '52 min', '23 h', '1 d', '3 d']);
});

test('the window warns in its last three hours', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  const at = (minutes: number) => windowState(new Date(now + minutes * 60_000).toISOString(), now).state;
  expect([windowState(null, now).state, at(600), at(52), at(-1)]).toEqual(['none', 'open', 'closing', 'closed']);
});
