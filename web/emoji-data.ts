import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

type Entry = { hexcode: string; unicode: string; label: string; tags?: string[]; group?: number; order?: number };

const { resolve } = createRequire(import.meta.url);
/** The parts of emoji, such as tones of skin, which are no emoji by themselves. */
const componentGroup = 2;

/**
 * All emoji with their names and words in Portuguese, English and Spanish (`virtual:emojis`).
 * The library has a file for each language, with much that nothing here shows: together they would be three times as large.
 */
export function emojiData(): Plugin {
  const id = '\0virtual:emojis';
  return {
    name: 'balcao-emoji-data',
    resolveId: (source) => (source === 'virtual:emojis' ? id : undefined),
    async load(source) {
      if (source !== id) return undefined;
      const languages = await Promise.all(['pt', 'en', 'es'].map(entriesOf));
      const known = languages.map((entries) => new Map(entries.map((entry) => [entry.hexcode, entry])));
      const rows = (languages[0] ?? [])
        .filter(({ group }) => group !== undefined && group !== componentGroup)
        .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
        .map(({ unicode, group, hexcode }) => [unicode, group, ...known.map((entries) => wordsOf(entries.get(hexcode)))]);
      return `export const emojis = JSON.parse(${JSON.stringify(JSON.stringify(rows))});`;
    },
  };
}

async function entriesOf(language: string): Promise<Entry[]> {
  return JSON.parse(await readFile(resolve(`emojibase-data/${language}/compact.json`), 'utf8'));
}

/** The name, then further words one may look for. */
function wordsOf(entry: Entry | undefined): string {
  if (!entry) return '';
  return [entry.label, ...(entry.tags ?? []).filter((tag) => !entry.label.includes(tag))].join('|');
}
