// Who of the team has how much to do. Pure.

type Person = { id: number; name: string; online: boolean; away: boolean };
type Load = { userId: number; open: number; waiting: number; capacity: number | null };
export type TeamLine = Person & Omit<Load, 'userId'> & { full: boolean };

/** Everybody who is there or has something to do: those with the most customers who wait come first, then those with the most conversations. */
export function teamLines(people: readonly Person[], loads: readonly Load[]): TeamLine[] {
  const byUser = new Map(loads.map((load) => [load.userId, load]));
  return people
    .map(({ id, name, online, away }) => {
      const { open = 0, waiting = 0, capacity = null } = byUser.get(id) ?? {};
      return { id, name, online, away, open, waiting, capacity, full: capacity !== null && open >= capacity };
    })
    .filter(({ online, open }) => online || open > 0)
    .sort((a, b) => b.waiting - a.waiting || b.open - a.open || Number(b.online) - Number(a.online) || a.name.localeCompare(b.name));
}
