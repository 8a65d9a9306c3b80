import type { MantineColorSchemeManager } from '@mantine/core';
import { readStored, writeStored } from '../platform/storage.ts';

const key = 'preferredTheme';
let onStorage: ((event: StorageEvent) => void) | null = null;

/** Keeps the chosen theme as `light` or `dark`; nothing stored means the system's. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => {
    const stored = readStored(key);
    return stored === 'light' || stored === 'dark' ? stored : fallback;
  },
  set: (value) => writeStored(key, value === 'auto' ? null : value),
  subscribe: (onUpdate) => {
    onStorage = (event) => {
      if (event.key === key) onUpdate(event.newValue === 'light' || event.newValue === 'dark' ? event.newValue : 'auto');
    };
    window.addEventListener('storage', onStorage);
  },
  unsubscribe: () => {
    if (onStorage) window.removeEventListener('storage', onStorage);
  },
  clear: () => writeStored(key, null),
};
