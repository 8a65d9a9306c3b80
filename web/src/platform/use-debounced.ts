import { useEffect, useState } from 'react';

/** `value`, once it has not changed for `ms` milliseconds. */
export function useDebounced<T>(value: T, ms = 500): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(value), ms);
    return () => window.clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
