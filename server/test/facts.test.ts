// Facts are published for somebody: each is told to the browsers, a feature reacts to it, or it is written down.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { features } from '../src/product.ts';

const folder = join(import.meta.dirname, '../src/events');

const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'));

test('every fact has a broadcast, a reaction or a recorder', async () => {
  const modules = await Promise.all(files.map((file) => import(join(folder, file)) as Promise<Record<string, unknown>>));
  const facts = modules
    .flatMap((module) => Object.values(module))
    .filter((each): each is { scope: string; name: string } => typeof each === 'object' && each !== null && 'scope' in each);
  expect(facts.length).toBeGreaterThan(20);
  const heard = new Set(
    features.flatMap(({ broadcasts = [], reactions = [], recorders = [] }) => [
      ...[...broadcasts, ...reactions].map(({ fact }) => fact),
      ...recorders.flatMap(({ facts }) => facts.map(({ name }) => name)),
    ]),
  );
  expect(facts.map(({ name }) => name).filter((name) => !heard.has(name))).toEqual([]);
});
