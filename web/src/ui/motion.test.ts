import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Styles move nothing for people who asked for less motion: one rule stops all of it. What it cannot reach is forbidden.
const root = join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(css|tsx?)$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const linesOf = (pattern: RegExp) =>
  sources.flatMap(({ file, text }) => text.split('\n').flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : [])));

test('one rule stops every animation, transition and gliding scroll', () => {
  const styles = sources.find(({ file }) => file === 'ui/global.css')?.text ?? '';
  const rules = [...styles.matchAll(/@media \(prefers-reduced-motion: reduce\) \{([\s\S]*?)\n\}/g)].map(([, rule = '']) => rule);
  const all = rules.find((rule) => /^\s*\*,\s*\*::before,\s*\*::after \{/.test(rule)) ?? '';
  for (const stopped of ['animation: none', 'transition: none', 'scroll-behavior: auto']) expect(all).toContain(`${stopped} !important;`);
});

test('no style is stronger than that rule', () => {
  expect(linesOf(/(animation|transition|scroll-behavior)[\w-]*:.*!important/).filter((line) => !line.startsWith('ui/global.css'))).toEqual(
    [],
  );
});

test('no script moves what the rule cannot stop', () => {
  expect(linesOf(/behavior: ['"]smooth['"]|\.animate\(|startViewTransition/)).toEqual([]);
  // What is dragged may glide back by a script of the library.
  expect(linesOf(/<DragOverlay\b(?!.*dropAnimation=\{null\})/)).toEqual([]);
});

test('the parts of the library, which move by timers, ask too', () => {
  expect(sources.find(({ file }) => file === 'ui/theme.ts')?.text).toContain('respectReducedMotion: true');
});
