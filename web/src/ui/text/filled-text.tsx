import type { ReactNode } from 'react';
import { InPlace } from '../list/in-place.tsx';

/** A translated text with elements in its places: `{{who}}` becomes `parts.who`. Give it what `t` answers without values. */
export function FilledText({ text, parts }: { text: string; parts: Readonly<Record<string, ReactNode>> }) {
  return <InPlace of={text.split(/\{\{(\w+)\}\}/)}>{(piece, at) => (at % 2 === 1 ? parts[piece] : piece)}</InPlace>;
}
