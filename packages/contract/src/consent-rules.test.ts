import { expect, test } from 'vitest';
import { consentIn, consentWordMax, maybeConsent, optOutWordsIn } from './consent-rules.ts';
import { settingAllows } from './setting-rules.ts';

const words = { out: optOutWordsIn('SAIR, Não quero ,BAJA'), back: 'VOLTAR' };

test.each(['SAIR', 'sair', ' Sair. ', 'sáir', '“SAIR”', 'ＳＡＩＲ', 'nao quero', 'NÃO  QUERO!', 'baja'])('%j alone leaves', (text) => {
  expect(consentIn(text, words)).toBe('out');
});

test.each(['voltar', 'VOLTAR!', 'Voltár'])('%j alone comes back', (text) => {
  expect(consentIn(text, words)).toBe('in');
});

test.each(['', ' ', '👍', 'quero sair', 'sair do grupo', 'saindo', 'não', 'SAIR SAIR', 'voltar amanhã'])('%j says neither', (text) => {
  expect(consentIn(text, words)).toBeNull();
});

test('a long text is none of the words, and is not looked at', () => {
  expect(maybeConsent('sair')).toBe(true);
  expect(maybeConsent(` ${'a'.repeat(consentWordMax)}!!! `)).toBe(true);
  expect(maybeConsent('Bom dia, gostaria de saber o preço do kit completo')).toBe(false);
});

test.each([
  ['SAIR', true],
  ['SAIR, PARAR, não quero', true],
  ['', false],
  [' , ', false],
  ['SAIR,,PARAR', false],
  ['x'.repeat(31), false],
  [Array.from({ length: 11 }, (_, i) => `P${i}`).join(','), false],
])('a company may have the words %j: %s', (value, allowed) => {
  expect(settingAllows('optOutWords', value)).toBe(allowed);
});
