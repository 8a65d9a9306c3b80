// Lanes keep jobs of different kinds, and of different companies, from waiting for each other. Each lane has slots of its own, and a company
// may take only some of them. Between companies that wait, a lane goes round: no number of waiting jobs makes another company wait.

/**
 * `sending`: what people wait for. `reactions`: what follows from facts. `media`: files. `bulk`: what may take long. `mail`: e-mails.
 * `notices`: what tells people's devices. `outside`: calls to addresses that companies choose, which may hang; they wait and cost next to nothing, so there are many slots.
 */
export type Lane = 'sending' | 'reactions' | 'media' | 'bulk' | 'mail' | 'notices' | 'outside';

/** How many jobs run at once in this process, and how many of those may be of one company. The first lane is served first. */
export const lanes: Record<Lane, { slots: number; perCompany: number }> = {
  sending: { slots: 8, perCompany: 3 },
  reactions: { slots: 4, perCompany: 2 },
  media: { slots: 3, perCompany: 2 },
  bulk: { slots: 2, perCompany: 1 },
  mail: { slots: 2, perCompany: 1 },
  notices: { slots: 3, perCompany: 1 },
  outside: { slots: 16, perCompany: 3 },
};

export const laneNames = Object.keys(lanes) as Lane[];

/** How many jobs a company may begin in a lane before the others that wait have their turn. */
const jobsPerTurn = 4;

/** The flags of a job: jobs with a forbidden flag are not taken. */
export function flagsOf(lane: Lane, companyId: number): string[] {
  return [lane, `${lane}:${companyId}`];
}

export type Turns = {
  /** Flags of the jobs that may not be taken now. */
  forbidden(): string[];
  began(lane: Lane, companyId: number): void;
  ended(lane: Lane, companyId: number): void;
  /** No job was found. Returns true if another look may find one, since every company has its turn again. */
  foundNone(): boolean;
};

/** By company: how many of its jobs run, and how many it has begun since every company had its turn. */
type Counts = { running: Map<number, number>; begun: Map<number, number> };

/** Counts what runs in this process. */
export function createTurns(): Turns {
  const counts = Object.fromEntries(laneNames.map((lane) => [lane, { running: new Map(), begun: new Map() }])) as Record<Lane, Counts>;
  const isFull = (lane: Lane) => sum(counts[lane].running.values()) >= lanes[lane].slots;
  const isCapped = (lane: Lane, companyId: number) => (counts[lane].running.get(companyId) ?? 0) >= lanes[lane].perCompany;
  const hadTurn = (lane: Lane, companyId: number) => (counts[lane].begun.get(companyId) ?? 0) >= jobsPerTurn;
  return {
    forbidden: () =>
      laneNames.flatMap((lane) => {
        if (isFull(lane)) return [lane];
        const skipped = [...counts[lane].begun.keys()].filter((id) => hadTurn(lane, id));
        for (const id of counts[lane].running.keys()) if (isCapped(lane, id) && !hadTurn(lane, id)) skipped.push(id);
        return skipped.map((id) => `${lane}:${id}`);
      }),
    began(lane, companyId) {
      for (const count of [counts[lane].running, counts[lane].begun]) count.set(companyId, (count.get(companyId) ?? 0) + 1);
    },
    ended(lane, companyId) {
      const { running } = counts[lane];
      const left = (running.get(companyId) ?? 1) - 1;
      if (left > 0) running.set(companyId, left);
      else running.delete(companyId);
    },
    foundNone() {
      let again = false;
      for (const lane of laneNames) {
        if (isFull(lane)) continue;
        const { begun } = counts[lane];
        again ||= [...begun.keys()].some((id) => hadTurn(lane, id) && !isCapped(lane, id));
        begun.clear();
      }
      return again;
    },
  };
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const each of numbers) total += each;
  return total;
}
