import { useEffect, useState } from 'react';

/** Milliseconds since 1970. The only place of the web app that reads the clock. */
export function now(): number {
  return Date.now();
}

/** The time, renewed every `everyMs` milliseconds, for texts such as '2 min'. */
export function useNow(everyMs = 30_000): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = window.setInterval(() => setTime(now()), everyMs);
    return () => window.clearInterval(timer);
  }, [everyMs]);
  return time;
}
