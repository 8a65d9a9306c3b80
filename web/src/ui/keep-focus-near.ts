/** A `ref` for what may go while it has the focus: that stays near then, so that the keys go on from there. */
export function keepFocusNear(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement)) focusNear(ancestorsOf(element));
  };
}

function ancestorsOf(element: Element): Element[] {
  const parent = element.parentElement;
  return parent ? [parent, ...ancestorsOf(parent)] : [];
}

/** What in or around them may have the focus: no field, for that would open the keyboard of a phone. */
const bearers = '[data-page-title], button:not(:disabled), a[href]';

/** Once what takes the place of the element is drawn. */
function focusNear(ancestors: readonly Element[]): void {
  window.setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const standing = ancestors.filter(({ isConnected }) => isConnected);
    const next = standing.map((each) => each.querySelector<HTMLElement>(bearers)).find((found) => found !== null);
    next?.focus({ preventScroll: true });
  });
}
