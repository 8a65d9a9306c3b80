// WhatsApp's marks around a selection. Pure; what they look like is in `ui/text/whatsapp-marks.ts`.

import type { Change } from './write-in.ts';

export type Mark = 'bold' | 'italic' | 'strike' | 'mono' | 'quote' | 'bullets' | 'numbers';

const around = { bold: '*', italic: '_', strike: '~', mono: '```' } as const;

/** Puts a mark on the selection, or takes it off if it is there. WhatsApp knows no mark across lines or with spaces inside its ends. */
export function marked(text: string, start: number, end: number, mark: Mark): Change {
  return mark in around ? wrapped(text, start, end, around[mark as keyof typeof around]) : prefixed(text, start, end, mark);
}

function wrapped(text: string, start: number, end: number, sign: string): Change {
  const length = sign.length;
  const inside = text.slice(start, end);
  if (text.slice(start - length, start) === sign && text.slice(end, end + length) === sign)
    return { start: start - length, end: end + length, piece: inside, select: [start - length, end - length] };
  if (inside.length > 2 * length && inside.startsWith(sign) && inside.endsWith(sign)) {
    const bare = inside.slice(length, -length);
    return { start, end, piece: bare, select: [start, start + bare.length] };
  }
  // Monospace may run over lines; the others are put on each line.
  const lines = sign === around.mono ? [inside] : inside.split('\n');
  const piece = lines.map((line) => (line.trim() === '' && lines.length > 1 ? line : aroundWords(line, sign))).join('\n');
  if (lines.length > 1) return { start, end, piece, select: [start, start + piece.length] };
  const from = start + piece.indexOf(sign) + length;
  return { start, end, piece, select: [from, from + inside.trim().length] };
}

function aroundWords(line: string, sign: string): string {
  const words = line.trim();
  const lead = words === '' ? line : line.slice(0, line.indexOf(words));
  return words === '' ? `${lead}${sign}${sign}` : `${lead}${sign}${words}${sign}${line.slice(lead.length + words.length)}`;
}

const ownPrefix = { quote: /^> /, bullets: /^[*-] /, numbers: /^\d{1,3}\. / } as const;

function prefixed(text: string, from: number, to: number, mark: Mark): Change {
  const own = ownPrefix[mark as keyof typeof ownPrefix];
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const lineEnd = text.indexOf('\n', Math.max(from, to - (to > from && text[to - 1] === '\n' ? 1 : 0)));
  const end = lineEnd < 0 ? text.length : lineEnd;
  const lines = text.slice(start, end).split('\n');
  const off = lines.every((line) => own.test(line));
  const piece = lines
    .map((line, at) => {
      const bare = line.replace(/^(> |[*-] |\d{1,3}\. )/, '');
      return off ? bare : (mark === 'quote' ? '> ' : mark === 'bullets' ? '- ' : `${at + 1}. `) + bare;
    })
    .join('\n');
  const shift = piece.length - (end - start);
  const caret = Math.max(start, from + shift);
  return { start, end, piece, select: from === to ? [caret, caret] : [start, start + piece.length] };
}

/** The mark that these keys of the field stand for; null for others. As in WhatsApp Web. */
export function markOfKeys({
  key,
  code,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): Mark | null {
  if (altKey || ctrlKey === metaKey) return null;
  if (!shiftKey) return ({ b: 'bold', i: 'italic' } as const)[key.toLowerCase()] ?? null;
  // Digits by their place: with Shift they are other signs, on each layout others.
  const byCode = { Digit7: 'numbers', Digit8: 'bullets', Digit9: 'quote' } as const;
  return ({ x: 'strike', m: 'mono' } as const)[key.toLowerCase()] ?? byCode[code as keyof typeof byCode] ?? null;
}
