import { type RefObject, useLayoutEffect } from 'react';

/** A field with `field-sizing: content` grows with its text. Measuring it, as other browsers need, lays out the page again for each letter. */
const growsByItself = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false;
/** Five rows of 20 px and the space around them. */
const maxHeight = 112;

/** Lets a field grow with its text where the browser does not. `away`: something else is in its place. */
export function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string, away = false): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || growsByItself) return;
    element.style.height = 'auto';
    const borders = element.offsetHeight - element.clientHeight;
    element.style.height = `${Math.min(element.scrollHeight + borders, maxHeight)}px`;
  }, [text, away]);
}
