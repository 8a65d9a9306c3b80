// Texts that storage tends to refuse, put into every text of a value, one at a time.
import { createHash } from 'node:crypto';

/** Text that does not compress, so that an index cannot hold it. */
export function incompressible(length: number): string {
  let text = '';
  while (text.length < length) text += createHash('sha256').update(text).digest('base64url');
  return text.slice(0, length);
}

const poisons: Record<string, string> = {
  long: incompressible(5_000),
  'long beyond ASCII': [...incompressible(3_000)].map((letter) => String.fromCodePoint(0x4e00 + letter.charCodeAt(0) * 7)).join(''),
  'a pair at the cut': `a${'😀'.repeat(40_000)}`,
  NUL: 'a\0b',
  'halves of pairs and controls': '\udc00a\ud800b\u0001\u001b[31m\r\n\u007f\u0085c',
  empty: '',
};

/** The value again and again, each time with another of its texts poisoned: `at` is where, `how` with what. */
export function* poisoned<T>(value: T): Generator<{ at: string; how: string; value: T }> {
  for (const [how, poison] of Object.entries(poisons)) {
    for (const { at, put } of placesIn(value)) yield { at, how, value: put(poison) as T };
  }
}

function placesIn(value: unknown, path: string[] = []): { at: string; put(poison: string): unknown }[] {
  if (typeof value === 'string') return [{ at: path.join('.'), put: (poison) => poison }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    placesIn(part, [...path, name]).map(({ at, put }) => ({
      at,
      put: (poison: string) =>
        Array.isArray(value) ? value.map((each, i) => (String(i) === name ? put(poison) : each)) : { ...value, [name]: put(poison) },
    })),
  );
}
