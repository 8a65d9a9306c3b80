import { expect, test } from 'vitest';
import { parseMarks } from './whatsapp-marks.ts';

const text = (value: string) => ({ kind: 'text', text: value });

test('bold, italic, strike and mono', () => {
  expect(parseMarks('*Marina:*\noi _tudo_ ~bem~ ```a*b*```')).toEqual([
    { kind: 'bold', children: [text('Marina:')] },
    text('\noi '),
    { kind: 'italic', children: [text('tudo')] },
    text(' '),
    { kind: 'strike', children: [text('bem')] },
    text(' '),
    { kind: 'mono', text: 'a*b*' },
  ]);
});

test('marks within marks', () => {
  expect(parseMarks('*a _b_*')).toEqual([{ kind: 'bold', children: [text('a '), { kind: 'italic', children: [text('b')] }] }]);
});

test('marks inside words, alone, or not closed are text', () => {
  for (const plain of ['2*3*4', 'snake_case_name', '* item', '*aberto', '**', 'a * b * c'])
    expect(parseMarks(plain)).toEqual([text(plain)]);
});

test('a mark does not reach over a line', () => {
  expect(parseMarks('*a\nb*')).toEqual([text('*a\nb*')]);
});

test('thousands of marks that are not closed, as a customer may write them, are read at once', { timeout: 5_000 }, () => {
  for (const mark of ['*', '_', '~']) {
    const bomb = `${mark}x `.repeat(20_000);
    expect(parseMarks(bomb)).toEqual([text(bomb)]);
  }
  expect(parseMarks(`${'*x '.repeat(3)}\n*a*`)).toEqual([text('*x *x *x \n'), { kind: 'bold', children: [text('a')] }]);
});

test('links keep their underscores and lose the full stop', () => {
  expect(parseMarks('veja https://a.exemplo/x_y_z?b=1. Ou www.b.exemplo')).toEqual([
    text('veja '),
    { kind: 'link', text: 'https://a.exemplo/x_y_z?b=1', href: 'https://a.exemplo/x_y_z?b=1' },
    text('. Ou '),
    { kind: 'link', text: 'www.b.exemplo', href: 'https://www.b.exemplo' },
  ]);
});

test('a script is never a link', () => {
  expect(parseMarks('javascript:alert(1)')).toEqual([text('javascript:alert(1)')]);
});
