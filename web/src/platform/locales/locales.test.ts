import { errorStatus } from '@balcao/contract/errors';
import { expect, test } from 'vitest';
import { ApiError } from '../api.ts';
import { errorText } from '../errors.ts';
import { loadSentences } from '../sentences.ts';
import { texts as en } from './en.ts';
import { texts as es } from './es.ts';
import { texts as pt } from './pt.ts';

const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.*', '!/src/app/dev/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const parts = import.meta.glob<Record<string, string>>('./{pt,en,es}/*.json', { import: 'default', eager: true });

const used = new Set<string>();
const counted = new Set<string>();
const odd: string[] = [];
for (const [file, source] of Object.entries(sources)) {
  if (file.endsWith('/platform/i18n.ts')) continue;
  for (const call of source.matchAll(/(?<![\w.])t\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^)\s]))/g)) {
    const text = (call[1] ?? call[2])?.replace(/\\(.)/g, '$1');
    if (text === undefined) odd.push(`${file}: t(${call[3]}`);
    else if (text.includes('{{count}}')) counted.add(text);
    else used.add(text);
  }
}
const keysOf = (forms: readonly string[]) => [...used, ...[...counted].flatMap((text) => forms.map((form) => `${text}_${form}`))].sort();

test('every text is given to t literally, so that it can be found', () => {
  expect(odd).toEqual([]);
});

test.each([
  ['English', en],
  ['Spanish', es],
])('%s has every text, and none that is not used', (_language, texts) => {
  const wanted = keysOf(['one', 'other']);
  expect({
    lacking: wanted.filter((key) => !texts[key]?.trim()),
    unused: Object.keys(texts).filter((key) => !wanted.includes(key)),
  }).toEqual({ lacking: [], unused: [] });
});

test('Portuguese has the singular of every counted text', () => {
  const wanted = [...counted].map((text) => `${text}_one`).sort();
  expect(Object.keys(pt).sort()).toEqual(wanted);
});

test('translations name the same values as the original', () => {
  const values = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((found) => found[1]).sort();
  const wrong = [en, es].flatMap((texts) =>
    Object.entries(texts).filter(([key, text]) => !key.endsWith('_one') && values(key).join() !== values(text).join()),
  );
  expect(wrong).toEqual([]);
});

test('Spanish speaks to one in one way, by tú', () => {
  const formal =
    /\busted\b|(^|[.:?!] )(Elija|Escriba|Use|Revise|Recargue|Conecte|Agregue|Cree|Pegue|Indique|Espere|Intente|Ingrese|Avise|Arrastre|Busque|Responda|Elimine|Empiece|Genere|Repita|Rechace|Cópielo|Vea)\b/i;
  expect(Object.values(es).filter((text) => formal.test(text))).toEqual([]);
});

test('a text that stands in two files reads the same in both', () => {
  for (const language of ['pt', 'en', 'es']) {
    const seen = new Map<string, string>();
    for (const [file, texts] of Object.entries(parts)) {
      if (!file.startsWith(`./${language}/`)) continue;
      for (const [key, text] of Object.entries(texts)) {
        expect(seen.get(key) ?? text, `${file}: ${key}`).toBe(text);
        seen.set(key, text);
      }
    }
  }
});

test('every error code has a sentence of its own, without the code in it', async () => {
  await loadSentences();
  const unknown = errorText(new Error('x'));
  for (const code of Object.keys(errorStatus)) {
    const text = errorText(new ApiError(400, { error: code }));
    expect(text, code).not.toBe(unknown);
    expect(text).not.toMatch(/ERR_/);
  }
});
