import { expect, test } from 'vitest';
import { name } from './common.ts';

const given = (text: string) => name(2, 50).safeParse(text);

test.each(['', '  ', '\u200b\u200b\u200b', '\u2060 \ufeff', '\u202e\u202c', '\u00ad\u00ad'])(
  '%j is no name: nobody could read it',
  (text) => {
    expect(given(text).error?.issues).toMatchObject([{ code: 'too_small', minimum: 2 }]);
  },
);

test.each(['👩‍👩‍👧', 'محمد علي', 'می‌خواهم', 'Ana'])('%s is a name, and stays as it was written', (text) => {
  expect(given(` ${text} `).data).toBe(text);
});
