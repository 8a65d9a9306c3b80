// What a person types while the field that they asked for is still on its way: kept for it, and kept out of the field they were in.

/** After this long the field will not come, and the keys belong to the page again. */
const waitMs = 5000;
let typed = '';
let stop: (() => void) | null = null;

/** From now on keeps what is typed, until `takeTyped`, Escape or five seconds later. */
export function typeAhead(): void {
  stop?.();
  typed = '';
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return stop?.();
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const timer = window.setTimeout(() => stop?.(), waitMs);
  window.addEventListener('keydown', onKey, true);
  stop = () => {
    window.clearTimeout(timer);
    window.removeEventListener('keydown', onKey, true);
    stop = null;
  };
}

/** What was typed since `typeAhead`; from here on the keys go where the focus is. */
export function takeTyped(): string {
  stop?.();
  const taken = typed;
  typed = '';
  return taken;
}
