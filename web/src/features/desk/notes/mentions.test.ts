import { expect, test } from 'vitest';
import { calledIn, mentionAt, withName } from './mentions.ts';

const people = [
  { id: 1, name: 'Ana', online: false, away: false },
  { id: 2, name: 'Ana Prado', online: true, away: false },
  { id: 3, name: 'Caio Fontes', online: true, away: false },
  { id: 4, name: 'Zoé Açucena', online: false, away: false },
];
const offered = (text: string) => mentionAt(text, text.length, people)?.found.map(({ id }) => id);

test('after @ those are offered whose name, or a part of it, begins so', () => {
  expect(offered('@')).toHaveLength(4);
  expect(offered('fala com @an')).toEqual([2, 1]);
  expect(offered('@FON')).toEqual([3]);
  expect(offered('@acu')).toEqual([4]);
  expect(offered('@xyz')).toBeUndefined();
  expect(offered('loja@an')).toBeUndefined();
  expect(offered('@Caio Fontes já')).toBeUndefined();
});

test('who is there comes before who is away', () => {
  const away = people.map((one) => ({ ...one, online: true, away: one.id === 1 }));
  expect(mentionAt('@an', 3, away)?.found.map(({ id }) => id)).toEqual([2, 1]);
});

test('a chosen name takes the place of what was typed', () => {
  const text = 'oi @ca tudo bem?';
  const at = mentionAt(text, 6, people);
  expect(at && withName(text, at.start, 6, 'Caio Fontes')).toEqual({ text: 'oi @Caio Fontes tudo bem?', caret: 16 });
});

test('who is called stands there with the whole name', () => {
  expect(calledIn('@Ana Prado e @Caio Fontes', people)).toEqual([3, 2]);
  expect(calledIn('@Ana, e @Ana Prado', people).toSorted()).toEqual([1, 2]);
  expect(calledIn('Ana Prado, @Caio', people)).toEqual([]);
});
