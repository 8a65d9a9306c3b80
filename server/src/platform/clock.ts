/** The only source of randomness: from 0 up to, but not including, 1. */
export function chance(): number {
  return Math.random();
}
