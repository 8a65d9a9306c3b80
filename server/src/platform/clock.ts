/** The only chance, from 0 to below 1. */
export function chance(): number {
  return Math.random();
}

/** The only clock. Tests pass another. */
export function systemClock(): Date {
  return new Date();
}
