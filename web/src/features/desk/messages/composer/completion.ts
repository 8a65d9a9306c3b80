// What is being typed at the caret that the composer can complete: an emoji after `:`, a variable after `{{`. Pure.
import type { Change } from './write-in.ts';

export type Trigger = { kind: 'emoji' | 'variable'; start: number; query: string };

/** What the caret stands behind; null where there is nothing to complete. A colon after a letter or digit (10:30) is none. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - 40), caret);
  const variable = /\{\{[ \t]*([\p{L}]{0,20})$/u.exec(before);
  if (variable) return { kind: 'variable', start: caret - variable[0].length, query: variable[1] ?? '' };
  const emoji = /(?:^|[\s(*_~])(:([\p{L}\p{M}][\p{L}\p{M}\p{N}_-]{1,30}))$/u.exec(before);
  if (emoji?.[1]) return { kind: 'emoji', start: caret - emoji[1].length, query: (emoji[2] ?? '').replace(/_/g, ' ') };
  return null;
}

/** The piece in place of what was typed, with the caret behind it. Closing braces that stand there already are not doubled. */
export function completed(text: string, { kind, start }: Trigger, caret: number, piece: string): Change {
  const braces = kind === 'variable' ? (/^[ \t]*\}\}/.exec(text.slice(caret))?.[0].length ?? 0) : 0;
  const end = start + piece.length;
  return { start, end: caret + braces, piece, select: [end, end] };
}
