const dayMs = 86_400_000;
const usualDays = 30;
const mostDays = 366;

/** The moments between which entries are looked for: whole days, UTC. Without days the last thirty; never more than a year at once. */
export function auditPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): { from: Date; to: Date } {
  const today = now.toISOString().slice(0, 10);
  // Nothing is older than the product, nor much younger than now; years that databases write in other ways are not asked for.
  const end = Math.min(Math.max(Date.parse(to ?? today) + dayMs, Date.parse('2001-01-01')), now.getTime() + mostDays * dayMs);
  const begin = from === undefined ? end - usualDays * dayMs : Date.parse(from);
  return { from: new Date(Math.max(begin, end - mostDays * dayMs)), to: new Date(end) };
}
