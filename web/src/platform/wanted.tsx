import { type ReactNode, Suspense, useDeferredValue } from 'react';

/**
 * Shows what is wanted once its code is there; until then the page stays as it is, where a fallback of `Suspense` would stay for 300 ms. `value`:
 * what it is about, null or false if it is not wanted; what changes while it is shown is no part of that.
 */
export function Wanted<Value>({ value, children }: { value: Value | null | false; children: (value: Value) => ReactNode }): ReactNode {
  const loaded = useDeferredValue(value);
  // What closes waits for nothing.
  const closed = value === null || value === false;
  return <Suspense>{!closed && loaded !== null && loaded !== false && children(loaded)}</Suspense>;
}
