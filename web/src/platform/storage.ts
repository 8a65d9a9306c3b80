// Browser storage that never throws: in private windows or on full disks, choices are just not remembered.
import { useSyncExternalStore } from 'react';

/** A storage key of the signed-in person, so that the next person in this browser does not get the value. */
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
    // The choice lasts until the page is closed.
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

/** A text choice that survives reloads and is shared by all tabs, with a default. */
export function useStored(key: string, fallback: string): [string, (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => readStored(key)) ?? fallback;
  return [value, (next) => writeStored(key, next)];
}

/** Is anything stored under `key`, whatever it is? */
export function useIsStored(key: string): boolean {
  return useSyncExternalStore(subscribe, () => readStored(key) !== null);
}

/** A yes-or-no choice that survives reloads and is shared by all tabs. */
export function useStoredFlag(key: string, fallback: boolean): [boolean, (value: boolean) => void] {
  const [value, write] = useStored(key, String(fallback));
  return [value === 'true', (next) => write(String(next))];
}
