import { expect, test } from 'vitest';
import { type Mark, marked, markOfKeys } from './marks.ts';

/** The text after a mark, with the selection in brackets; the text before has it so too. */
function after(shown: string, mark: Mark): string {
  const [start, end] = [shown.indexOf('['), shown.indexOf(']') - 1];
  const text = shown.replace(/[[\]]/g, '');
  const change = marked(text, start, end, mark);
  const changed = text.slice(0, change.start) + change.piece + text.slice(change.end);
  const [from, to] = change.select;
  return `${changed.slice(0, from)}[${changed.slice(from, to)}]${changed.slice(to)}`;
}

test('a mark goes around the words of the selection, and off again', () => {
  expect(after('Sai [hoje] às 18h', 'bold')).toBe('Sai *[hoje]* às 18h');
  expect(after('Sai *[hoje]* às 18h', 'bold')).toBe('Sai [hoje] às 18h');
  expect(after('Sai [*hoje*] às 18h', 'bold')).toBe('Sai [hoje] às 18h');
  expect(after('Sai[ hoje ]às', 'italic')).toBe('Sai _[hoje]_ às');
  expect(after('[A\nB]', 'mono')).toBe('```[A\nB]```');
});

test('without a selection the caret is between the marks', () => {
  expect(after('Oi []', 'strike')).toBe('Oi ~[]~');
  expect(after('Oi ~[]~', 'strike')).toBe('Oi []');
});

test('each line gets its own marks, since none reaches over a line', () => {
  expect(after('[um\n\ndois]', 'bold')).toBe('[*um*\n\n*dois*]');
});

test('lists and quotes stand at the beginning of the lines, one kind at a time', () => {
  expect(after('antes\n[um\ndois]\ndepois', 'bullets')).toBe('antes\n[- um\n- dois]\ndepois');
  expect(after('antes\n[- um\n- dois]\ndepois', 'numbers')).toBe('antes\n[1. um\n2. dois]\ndepois');
  expect(after('[1. um\n2. dois]', 'numbers')).toBe('[um\ndois]');
  expect(after('Oi[], tudo', 'quote')).toBe('> Oi[], tudo');
  expect(after('> Oi[], tudo', 'quote')).toBe('Oi[], tudo');
});

test('the keys are those of WhatsApp Web; a character of AltGr is none', () => {
  const keys = (key: string, given: Partial<KeyboardEvent> = {}) =>
    markOfKeys({ key, code: '', ctrlKey: true, metaKey: false, shiftKey: false, altKey: false, ...given });
  expect([keys('b'), keys('I'), keys('X', { shiftKey: true }), keys('M', { shiftKey: true })]).toEqual([
    'bold',
    'italic',
    'strike',
    'mono',
  ]);
  expect(keys('(', { shiftKey: true, code: 'Digit9' })).toBe('quote');
  expect([keys('b', { altKey: true }), keys('b', { ctrlKey: false }), keys('x')]).toEqual([null, null, null]);
});
