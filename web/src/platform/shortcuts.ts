// Keyboard shortcuts. A component registers a shortcut only while it works, so the list of shortcuts shows exactly those.
import { useEffect, useEffectEvent } from 'react';
import { readStored } from './storage.ts';
import { createStore, useStore } from './store.ts';

export type Shortcut = { keys: string; label: string };
type Registered = Shortcut & { run: (event: KeyboardEvent) => void };

const registered = createStore<readonly Registered[]>([]);
const offKey = 'shortcuts';

/** Registers a shortcut such as `Alt+J`, `Ctrl+Alt+E` or `?` while the component is mounted and `enabled`. The latest one wins. */
export function useShortcut(keys: string, label: string, run: (event: KeyboardEvent) => void, enabled = true): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    if (!enabled) return;
    const entry: Registered = { keys, label, run: (event) => latest(event) };
    registered.set([entry, ...registered.get()]);
    return () => registered.set(registered.get().filter((other) => other !== entry));
  }, [keys, label, enabled]);
}

/** The shortcuts that work at this moment. */
export function useShortcuts(): readonly Shortcut[] {
  return useStore(registered);
}

/** Whether the person has switched the keys off. */
export const shortcutsKey = offKey;

/** `Alt+J` as it is shown: `Alt J`, with ⌘ on a Mac. */
export function showKeys(keys: string): string {
  const mac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return keys
    .split('+')
    .map((key) => (mac && key === 'Ctrl' ? '⌘' : mac && key === 'Alt' ? '⌥' : key))
    .join(' ');
}

/** Is `event` this shortcut? With Alt, letters are matched by physical key, because layouts type other characters there; otherwise by character. */
export function matches(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const ctrl = parts.includes('Ctrl');
  const alt = parts.includes('Alt');
  if ((event.ctrlKey || event.metaKey) !== ctrl || event.altKey !== alt) return false;
  if (parts.includes('Shift') && !event.shiftKey) return false;
  if (alt && /^[A-Z]$/.test(key)) return event.code === `Key${key}`;
  return event.key.toLowerCase() === (key === 'Space' ? ' ' : key.toLowerCase());
}

/** Listens for all keys; once, at the top of the app. Answers how to stop. */
export function listenForShortcuts(): () => void {
  const onKey = (event: KeyboardEvent) => {
    // On many layouts AltGr types a character; Windows reports it as Ctrl+Alt.
    if (event.defaultPrevented || event.isComposing || event.getModifierState('AltGraph')) return;
    const held = event.ctrlKey || event.metaKey || event.altKey;
    if (!held && isTyping(event.target)) return;
    if (readStored(offKey) === 'off' && event.key !== '?') return;
    const found = registered.get().find((shortcut) => matches(shortcut.keys, event));
    if (!found) return;
    event.preventDefault();
    found.run(event);
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}

/** Is this a field that takes text? */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
