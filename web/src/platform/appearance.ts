// How large texts are and how close things stand, chosen in each browser. `public/theme.js` reads the same keys before the first paint.
import { useEffect } from 'react';
import { useStored } from './storage.ts';

export const textSizes = ['small', 'normal', 'large', 'larger'] as const;
export type TextSize = (typeof textSizes)[number];
export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

export function useTextSize(): [TextSize, (size: TextSize) => void] {
  return useOnPage('textSize', textSizes, 'normal');
}

export function useDensity(): [Density, (density: Density) => void] {
  return useOnPage('density', densities, 'comfortable');
}

/** A choice that styles read from the root element. */
function useOnPage<T extends string>(key: 'textSize' | 'density', all: readonly T[], fallback: T): [T, (value: T) => void] {
  const [stored, store] = useStored(key, fallback);
  const value = all.find((one) => one === stored) ?? fallback;
  useEffect(() => {
    document.documentElement.dataset[key] = value;
  }, [key, value]);
  return [value, store];
}
