// Where a text stands in what is on the screen, marked without changing it (CSS custom highlights). Browsers without them mark nothing.
import { placesOf } from '../../../../platform/plain-text.ts';

export const highlightName = 'thread-find';
export const currentName = 'thread-find-current';

/** Marks `wanted` in the messages within `root`; those of the message `current` stand out. Answers how to unmark. */
export function mark(root: Element, wanted: string, current: string | null): () => void {
  if (typeof Highlight === 'undefined' || !CSS.highlights) return () => {};
  const [all, one] = [new Highlight(), new Highlight()];
  one.priority = 1;
  for (const message of root.querySelectorAll<HTMLElement>('[data-message]')) {
    const into = message.dataset.message === current ? one : all;
    const walker = document.createTreeWalker(message, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      if (node.parentElement?.closest('time, button')) continue;
      for (const at of placesOf(text, wanted)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, Math.min(text.length, at + wanted.length));
        into.add(range);
      }
    }
  }
  CSS.highlights.set(highlightName, all);
  CSS.highlights.set(currentName, one);
  return () => {
    CSS.highlights.delete(highlightName);
    CSS.highlights.delete(currentName);
  };
}
