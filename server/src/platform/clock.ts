/** The machine's clock, for what goes by it, such as the times of files. Everything else goes by the database's. */
export function systemClock(): Date {
  return new Date();
}
