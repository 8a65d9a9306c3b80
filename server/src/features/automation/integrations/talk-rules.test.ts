import { expect, test } from 'vitest';
import { wordsOf } from './rules/envelope.ts';
import { chosenOf, hasExpired, meaningOf, menuOf, nextTryAt } from './rules/talk.ts';

const now = new Date('2026-03-10T15:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

test('a call that failed is repeated five times, first within ten seconds', () => {
  expect([1, 2, 3, 4, 5, 6].map((attempts) => nextTryAt(attempts, now))).toEqual([
    later(3),
    later(15),
    later(60),
    later(180),
    later(600),
    null,
  ]);
});

test('a choice is meant by its number or its words', () => {
  const choices = ['Comprar', 'Falar com pessoa'];
  for (const written of ['2', '[2]', '2️⃣', ' falar COM pessoa ']) expect(chosenOf(written, choices)).toBe('Falar com pessoa');
  for (const written of ['3', '0', 'pessoa']) expect(chosenOf(written, choices)).toBe(written);
  expect(chosenOf('1', [])).toBe('1');
  expect(menuOf(choices)).toBe('*[ 1 ]* - Comprar\n*[ 2 ]* - Falar com pessoa');
});

test('keywords end a conversation or begin it anew', () => {
  const keywords = { finish: 'Sair', restart: 'menu' };
  expect(['sair', ' MENU', 'quero sair', ''].map((text) => meaningOf(text, keywords))).toEqual(['finish', 'restart', 'words', 'words']);
  expect(meaningOf('', { finish: '', restart: '' })).toBe('words');
});

test("only Typebot's conversations end by silence", () => {
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  expect(hasExpired('typebot', 1, minutesAgo(2), now)).toBe(true);
  expect(hasExpired('typebot', 5, minutesAgo(2), now)).toBe(false);
  expect(hasExpired('typebot', 0, minutesAgo(200), now)).toBe(false);
  expect(hasExpired('n8n', 1, minutesAgo(200), now)).toBe(false);
});

test('a place is told by its name and its link, without its picture', () => {
  const body = 'data:image/jpeg;base64,AAAA|https://maps.google.com/maps?q=1%2C2&z=17|Padaria Aurora';
  expect(wordsOf({ mediaType: 'locationMessage', body })).toBe('Padaria Aurora https://maps.google.com/maps?q=1%2C2&z=17');
  expect(wordsOf({ mediaType: 'conversation', body: 'a|b' })).toBe('a|b');
});
