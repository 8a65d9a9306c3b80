import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(css|tsx?)$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

test('every variable that a style uses is set somewhere', () => {
  const set = new Set(sources.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)['"\]]*\s*:/g)].map(([, name]) => name)));
  const unset = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\s*\)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !set.has(name) && !name.startsWith('--mantine-'))
      .map((name) => `${file}: ${name}`),
  );
  expect(unset).toEqual([]);
});
