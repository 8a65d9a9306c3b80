import { act, renderHook } from '@testing-library/react';
import { dismissToast, useToast } from './toast.ts';

/** The toast that is shown at the moment, for tests; `clear` takes away all, for the test after this one. */
export function watchToasts() {
  const { result } = renderHook(() => useToast());
  return {
    shown: () => result.current,
    clear: () => {
      for (let shown = result.current; shown; shown = result.current) {
        const { id } = shown;
        act(() => dismissToast(id));
      }
    },
  };
}
