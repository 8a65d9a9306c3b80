// Which emoji have a name. Pure.
import { plainText } from '../../../../platform/plain-text.ts';

export type Emoji = {
  emoji: string;
  group: number;
  name: string;
  /** All words in the reader's language and in the others, without accents, each with `|` before it. */
  own: string;
  others: string;
};

type Row = readonly [emoji: string, group: number, pt: string, en: string, es: string];

/** The rows of the data as they are searched by somebody who reads this language. */
export function emojisIn(rows: readonly Row[], language: 'pt' | 'en' | 'es'): Emoji[] {
  const place = { pt: 0, en: 1, es: 2 }[language];
  return rows.map(([emoji, group, ...words]) => ({
    emoji,
    group,
    name: (words[place] ?? '').split('|', 1)[0] ?? '',
    own: plain(words[place] ?? ''),
    others: words
      .filter((_, at) => at !== place)
      .map(plain)
      .join(''),
  }));
}

/** The emoji that a text finds, the likeliest first: by the name, then by other words, then by another language. Used ones come first among equals. */
export function findEmojis(all: readonly Emoji[], text: string, recent: readonly string[], max: number): Emoji[] {
  const wanted = plainText(text.trim());
  if (wanted === '') return [];
  const found: { one: Emoji; rank: number }[] = [];
  for (const one of all) {
    const rank = rankOf(one, wanted);
    if (rank !== null) found.push({ one, rank: recent.includes(one.emoji) ? Math.min(rank, 1) - 1 : rank });
  }
  return found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, max)
    .map(({ one }) => one);
}

function rankOf({ own, others }: Emoji, wanted: string): number | null {
  if (own.startsWith(`|${wanted}`)) return 1;
  if (own.includes(`|${wanted}`)) return 2;
  if (own.includes(` ${wanted}`)) return 3;
  if (others.includes(`|${wanted}`) || others.includes(` ${wanted}`)) return 4;
  return null;
}

function plain(words: string): string {
  return `|${plainText(words)}`;
}
