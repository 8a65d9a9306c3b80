import { expect, test } from 'vitest';
import { ratingOf } from './rating-rules.ts';

test.each(['3', ' 3 ', '3.', '*3*', '[ 3 ]', '3️⃣', '3 👍', '3!'])('%s is a rating', (text) => {
  expect(ratingOf(text)).toBe(3);
});

test.each(['', '0', '4', '9', '33', '1 2', '2,5', '3 estrelas', 'nota 3', 'três', 'obrigado'])('%s is none', (text) => {
  expect(ratingOf(text)).toBeNull();
});
