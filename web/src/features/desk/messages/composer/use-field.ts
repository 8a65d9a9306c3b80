import { type RefObject, useRef, useState } from 'react';
import { useGrowing } from '../../../../ui/fields/use-growing.ts';
import { type Mark, marked } from './marks.ts';
import { type Change, writeIn } from './write-in.ts';

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
  useGrowing(field, draft, away);
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
