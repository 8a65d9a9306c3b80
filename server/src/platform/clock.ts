/** The only clock. Tests pass another. */
export function systemClock(): Date {
  return new Date();
}
