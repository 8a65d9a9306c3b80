import { expect, test } from 'vitest';
import { trialBody, trialRules } from './trial.ts';

const empty = { token: '', number: '', body: '', file: null };

test('a trial needs token and number; a text its words, a file the file', () => {
  const wrong = (kind: 'text' | 'file', values: typeof empty | { file: File | null }) => {
    const rules = trialRules(kind);
    const all = { ...empty, ...values };
    return (['token', 'number', 'body', 'file'] as const).filter((field) => rules[field](all[field] as never) !== null);
  };
  expect(wrong('text', empty)).toEqual(['token', 'number', 'body']);
  expect(wrong('file', empty)).toEqual(['token', 'number', 'file']);
  const file = new File(['x'], 'foto.png');
  const body = trialBody('file', { ...empty, number: '5511987654321', file });
  expect(body instanceof FormData && [...body.keys()]).toEqual(['number', 'medias']);
  expect(trialBody('text', { ...empty, number: '1', body: 'Oi' })).toEqual({ number: '1', body: 'Oi' });
});
