import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { growsByItself } from '../../../../ui/fields/grows-by-itself.ts';
import { type Mark, marked } from './marks.ts';
import { type Change, writeIn } from './write-in.ts';

/** Five rows of 20 px and the space around them. */
const maxHeight = 112;

export type Field = {
  field: RefObject<HTMLTextAreaElement | null>;
  caret: number;
  onCaret: (caret: number) => void;
  write: (change: Change) => void;
  /** Writes a piece in the place of what is selected. */
  insert: (piece: string) => void;
  mark: (kind: Mark) => void;
};

/** The field of a text: it grows with what is written, and one can write in it from outside. `away`: something else is in its place. */
export function useField(draft: string, onDraft: (text: string) => void, away: boolean): Field {
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, onCaret] = useState(draft.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || growsByItself) return;
    element.style.height = 'auto';
    element.style.height = `${Math.min(element.scrollHeight, maxHeight)}px`;
  }, [draft, away]);
  const write = (change: Change) => {
    onCaret(change.select[1]);
    if (field.current) writeIn(field.current, change, onDraft);
  };
  const insert = (piece: string) => {
    const start = field.current?.selectionStart ?? draft.length;
    const after = start + piece.length;
    write({ start, end: field.current?.selectionEnd ?? start, piece, select: [after, after] });
  };
  const mark = (kind: Mark) => {
    const { current } = field;
    if (current) write(marked(current.value, current.selectionStart, current.selectionEnd, kind));
  };
  return { field, caret, onCaret, write, insert, mark };
}
