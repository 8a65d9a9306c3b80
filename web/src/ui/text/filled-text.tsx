import { Fragment, type ReactNode } from 'react';

/** A translated text with elements in its places: `{{who}}` becomes `parts.who`. Give it what `t` answers without values. */
export function FilledText({ text, parts }: { text: string; parts: Readonly<Record<string, ReactNode>> }) {
  return text.split(/\{\{(\w+)\}\}/).map((piece, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
    return <Fragment key={at}>{at % 2 === 1 ? parts[piece] : piece}</Fragment>;
  });
}
