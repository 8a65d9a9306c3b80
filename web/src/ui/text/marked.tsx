import type { ReactNode } from 'react';
import { placesOf } from '../../platform/plain-text.ts';
import css from './marked.module.css';

/** A text with what is searched for marked. */
export function Marked({ text, wanted }: { text: string; wanted: string }) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const at of placesOf(text, wanted)) {
    const end = at + wanted.length;
    parts.push(
      text.slice(from, at),
      <mark key={at} className={css.marked}>
        {text.slice(at, end)}
      </mark>,
    );
    from = end;
  }
  return [...parts, text.slice(from)];
}
