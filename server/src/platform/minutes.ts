// How often something happens in a minute, in this process.
const minuteMs = 60_000;

export type Minutes<K> = {
  /** Counts one more of `key`. Answers false once there were more than `most` in this minute. */
  count(key: K, most: number): boolean;
  /** Until the next minute begins. */
  secondsLeft(): number;
};

/** One minute for all keys: when it is over, all begin anew, so that no key is kept for longer. `now` in ms. */
export function countMinutes<K>(now: () => number = () => performance.now()): Minutes<K> {
  const used = new Map<K, number>();
  let until = now() + minuteMs;
  return {
    count(key, most) {
      if (now() >= until) {
        used.clear();
        until = now() + minuteMs;
      }
      const times = (used.get(key) ?? 0) + 1;
      used.set(key, times);
      return times <= most;
    },
    secondsLeft: () => Math.max(1, Math.ceil((until - now()) / 1000)),
  };
}
