import { useRef, useState } from 'react';

/** A function with a stable identity that always runs its latest version, for memoized components. */
export function useLatest<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  const latest = useRef(run);
  latest.current = run;
  const [stable] = useState(
    () =>
      (...args: A) =>
        latest.current(...args),
  );
  return stable;
}
