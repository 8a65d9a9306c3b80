/** Runs work for a key, some of it at once; the rest waits for its turn, in order. */
export type Limit<K> = <T>(key: K, work: () => Promise<T>) => Promise<T>;

/**
 * At most `most` pieces of work run at once for each key. With `patience`, rejects with `tooLong()` what waits longer than `waitMs`, or would
 * wait behind `waitingMax` others.
 * A key costs memory only while something of it runs.
 */
export function limitEach<K>(most: number, patience?: { waitMs: number; waitingMax?: number; tooLong(): Error }): Limit<K> {
  const turns = new Map<K, { running: number; waiting: Set<() => void> }>();

  const begin = async (key: K): Promise<void> => {
    const turn = turns.get(key) ?? { running: 0, waiting: new Set() };
    turns.set(key, turn);
    if (turn.running < most) {
      turn.running += 1;
      return;
    }
    if (patience?.waitingMax !== undefined && turn.waiting.size >= patience.waitingMax) throw patience.tooLong();
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = patience && setTimeout(() => turn.waiting.delete(go) && reject(patience.tooLong()), patience.waitMs);
      turn.waiting.add(go);
    });
  };
  const end = (key: K) => {
    const turn = turns.get(key);
    if (!turn) return;
    const [next] = turn.waiting;
    if (next) {
      turn.waiting.delete(next);
      next();
      return;
    }
    turn.running -= 1;
    if (turn.running === 0) turns.delete(key);
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
