import { expect, test } from 'vitest';
import { isAltGr, strokeMatches, strokeOf } from './keys.ts';
import { keyDown as key } from './test-keys.ts';

test('letters and digits under Alt go by their place, others by their sign', () => {
  expect(strokeMatches('Alt+J', key({ key: '∆', code: 'KeyJ', altKey: true }))).toBe(true);
  expect(strokeMatches('Alt+2', key({ key: '™', code: 'Digit2', altKey: true }))).toBe(true);
  expect(strokeMatches('Ctrl+K', key({ key: 'k', code: 'KeyK', metaKey: true }))).toBe(true);
  expect(strokeMatches('Ctrl+K', key({ key: 'k', code: 'KeyK' }))).toBe(false);
  expect(strokeMatches('Ctrl+K', key({ key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }))).toBe(false);
  expect(strokeMatches('?', key({ key: '?', shiftKey: true }))).toBe(true);
  expect(strokeMatches('Alt+E', key({ key: 'e', code: 'KeyE', altKey: true, ctrlKey: true }))).toBe(false);
});

// What the browsers report for AltGr with E on ABNT2 (°) and on the Spanish layout (€), and for Ctrl with the left Alt.
test.each([
  ['AltGr on Windows', { key: '°', code: 'KeyE' }, true, false, true],
  ['AltGr on Linux', { key: '€', code: 'KeyE' }, true, false, true],
  ['AltGr through a remote desktop', { key: '€', code: 'KeyE', ctrlKey: true, altKey: true }, false, false, true],
  ['Ctrl and the left Alt, reported as AltGr', { key: '°', code: 'KeyE' }, true, true, false],
  ['Ctrl and Alt', { key: 'e', code: 'KeyE', ctrlKey: true, altKey: true }, false, true, false],
])('%s', (_what, init, graph, leftAlt, types) => {
  const event = key(init, graph);
  expect(isAltGr(event, leftAlt)).toBe(types);
  if (!types) expect(strokeMatches('Ctrl+Alt+E', event)).toBe(true);
});

test('a stroke is written as ours are', () => {
  expect(strokeOf(key({ key: 'e', code: 'KeyE', ctrlKey: true, altKey: true }))).toBe('Ctrl+Alt+E');
  expect(strokeOf(key({ key: '∆', code: 'KeyJ', altKey: true }))).toBe('Alt+J');
  expect(strokeOf(key({ key: 'E', code: 'KeyE', shiftKey: true }))).toBe('Shift+E');
  expect(strokeOf(key({ key: '?', code: 'Slash', shiftKey: true }))).toBe('?');
  expect(strokeOf(key({ key: 'Alt', code: 'AltLeft', altKey: true }))).toBeNull();
});
