// Browser storage that never throws: private windows and full disks only cost the memory of a choice.
import { useSyncExternalStore } from 'react';

/** A key for what is the signed-in person's own: the next one who signs in here does not find it. */
export function ownKey(name: string): string {
  return `${name}:${readStored('userId') ?? ''}`;
}

/** The text stored under `key`, or null. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores `value` under `key`; null removes it. Tells every `useStored` of this tab. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** A text choice kept across reloads and shared by all tabs, with what to use while none is stored. */
export function useStored(key: string, fallback: string): [string, (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => readStored(key)) ?? fallback;
  return [value, (next) => writeStored(key, next)];
}

/** Is anything stored under `key`, whatever it is? */
export function useIsStored(key: string): boolean {
  return useSyncExternalStore(subscribe, () => readStored(key) !== null);
}

/** A yes-or-no choice kept across reloads and shared by all tabs. */
export function useStoredFlag(key: string, fallback: boolean): [boolean, (value: boolean) => void] {
  const [value, write] = useStored(key, String(fallback));
  return [value === 'true', (next) => write(String(next))];
}
