import { flushSync } from 'react-dom';

/** A change of a text: this range is replaced, then this one is selected. */
export type Change = { start: number; end: number; piece: string; select: [start: number, end: number] };

/** Changes the text of a field so that the browser can undo it. Where it cannot, `onText` gets the whole text. */
export function writeIn(field: HTMLTextAreaElement, { start, end, piece, select }: Change, onText: (text: string) => void): void {
  const before = field.value;
  const wanted = before.slice(0, start) + piece + before.slice(end);
  field.focus();
  field.setSelectionRange(start, end);
  // The only way that keeps the browser's own history; deprecated without a successor.
  if (before !== wanted) document.execCommand?.(piece === '' ? 'delete' : 'insertText', false, piece);
  if (field.value !== wanted) flushSync(() => onText(wanted));
  field.setSelectionRange(...select);
  // A menu that closes takes the focus back once more.
  window.requestAnimationFrame(() => document.activeElement !== field && field.focus());
}
