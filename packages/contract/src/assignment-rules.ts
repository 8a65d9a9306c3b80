// Who is given a ticket that waits in a queue. Pure.

/** `off`: nobody; people accept. `roundRobin`: everybody in turn. `leastBusy`: whoever has the fewest open conversations. */
export const assignmentModes = ['off', 'roundRobin', 'leastBusy'] as const;
export type AssignmentMode = (typeof assignmentModes)[number];

/** How many open conversations a person may have and still be given another one. */
export const capacityLimits = { min: 1, max: 1000, default: 5 } as const;

/**
 * A person who is there and serves the queue. `capacity`: how many open conversations they may have, instead of what the queue says; null for
 * none of their own. `lastAt`: when they were last given a ticket of it, in ms; null for never.
 */
export type Candidate = { id: number; open: number; capacity: number | null; lastAt: number | null };

/** May this person be given another ticket? `capacity`: what the queue says. */
export function hasRoom({ open, capacity: own }: Candidate, capacity: number): boolean {
  return open < (own ?? capacity);
}

/**
 * Who is given the next ticket; null if nobody has room. In turn, or by how few they have; whoever was given one longest ago goes first among
 * equals. `except`: who has just put the ticket back.
 */
export function nextAgent(
  mode: AssignmentMode,
  candidates: readonly Candidate[],
  capacity: number,
  except: number | null = null,
): Candidate | null {
  if (mode === 'off') return null;
  const free = candidates.filter((each) => hasRoom(each, capacity) && each.id !== except);
  const turn = (one: Candidate) => one.lastAt ?? Number.NEGATIVE_INFINITY;
  const before = (a: Candidate, b: Candidate) =>
    (mode === 'leastBusy' ? a.open - b.open : 0) || (turn(a) === turn(b) ? 0 : turn(a) - turn(b)) || a.id - b.id;
  return free.reduce<Candidate | null>((best, each) => (best === null || before(each, best) < 0 ? each : best), null);
}
