/** Runs work for a key, some of it at once; the rest waits for its turn, in order. */
export type Limit<K> = <T>(key: K, work: () => Promise<T>) => Promise<T>;

/** Rejects with `tooLong()` what waits longer than `waitMs`, or would wait behind `waitingMax` others of its key. */
export type Patience = { waitMs: number; waitingMax?: number; tooLong(): Error };

type Turn = { running: number; waiting: Set<() => void> };

/**
 * At most `most` pieces of work run at once for each key, and at most `total` of all keys together. Of the keys that wait, the one of
 * which least runs has the next turn, then the one that had its turn longest ago.
 * A key costs memory only while something of it runs or waits.
 */
export function limitEach<K>(most: number, patience?: Patience, total = Number.POSITIVE_INFINITY): Limit<K> {
  // In the order of turns: a key that begins something goes to the end.
  const turns = new Map<K, Turn>();
  let runningOfAll = 0;

  const begin = async (key: K): Promise<void> => {
    const turn: Turn = turns.get(key) ?? { running: 0, waiting: new Set() };
    if (turn.running < most && runningOfAll < total) return count(key, turn);
    if (patience?.waitingMax !== undefined && turn.waiting.size >= patience.waitingMax) throw patience.tooLong();
    turns.set(key, turn);
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = ({ tooLong }: Patience) => {
        if (!turn.waiting.delete(go)) return;
        forgetIdle(key, turn);
        reject(tooLong());
      };
      const timer = patience && setTimeout(() => giveUp(patience), patience.waitMs);
      turn.waiting.add(go);
    });
  };
  const count = (key: K, turn: Turn) => {
    turn.running += 1;
    runningOfAll += 1;
    turns.delete(key);
    turns.set(key, turn);
  };
  const forgetIdle = (key: K, turn: Turn) => {
    if (turn.running === 0 && turn.waiting.size === 0) turns.delete(key);
  };
  const end = (key: K) => {
    const ended = turns.get(key);
    if (!ended) return;
    ended.running -= 1;
    runningOfAll -= 1;
    forgetIdle(key, ended);
    let chosen: [K, Turn] | null = null;
    for (const [waitingKey, turn] of turns) {
      const mayBegin = turn.waiting.size > 0 && turn.running < most;
      if (mayBegin && (!chosen || turn.running < chosen[1].running)) chosen = [waitingKey, turn];
    }
    const [next] = chosen?.[1].waiting ?? [];
    if (!chosen || !next) return;
    chosen[1].waiting.delete(next);
    count(...chosen);
    next();
  };
  return async (key, work) => {
    await begin(key);
    try {
      return await work();
    } finally {
      end(key);
    }
  };
}
