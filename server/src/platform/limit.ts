/** Runs work for a key, some of it at once; the rest waits for its turn, in order. */
export type Limit<K> = <T>(key: K, work: () => Promise<T>) => Promise<T>;

/**
 * At most `most` pieces of work run at once for each key. `waitMs`: rejects with `tooLong()` if the turn does not come until then.
 * A key costs memory only while something of it runs.
 */
export function limitEach<K>(most: number, patience?: { waitMs: number; tooLong(): Error }): Limit<K> {
  const turns = new Map<K, { running: number; waiting: Set<() => void> }>();

  const begin = async (key: K): Promise<void> => {
    const turn = turns.get(key) ?? { running: 0, waiting: new Set() };
    turns.set(key, turn);
    if (turn.running < most) {
      turn.running += 1;
      return;
    }
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
