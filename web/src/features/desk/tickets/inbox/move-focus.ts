import type { KeyboardEvent } from 'react';

/** What `event` happened in: the list or, in a search, its field, which stands above the first row. */
const fieldOf = (element: Element) => element.closest('section')?.querySelector<HTMLInputElement>('header [type="search"]') ?? null;

/** The arrows go from row to row, in a search from what was found to what was found, and to its field. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const next = rows[at + step] ?? (step < 0 ? fieldOf(event.currentTarget) : null);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** What was found first: a place in a conversation, else the conversation. */
export function firstFound(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#atendimentos [data-row]');
}
