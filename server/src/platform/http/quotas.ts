// How often programs may call. Counted in this process alone: with several processes a program may call that many times more.
export type Quota = { ok: boolean /** Until the count begins again. */; seconds: number; headers: Record<string, string> };

export type Quotas = { take(key: string, perMinute: number): Quota };

/** The headers that tell how many calls are left. */
export const quotaHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy', 'retry-after'];

const windowMs = 60_000;
/** Windows that have ended are forgotten when there are more than this. */
const rememberedMax = 10_000;

/** Counts calls in windows of a minute. `now` in ms of a clock that never goes back. */
export function createQuotas(now: () => number = () => performance.now()): Quotas {
  const windows = new Map<string, { endsAt: number; used: number }>();
  return {
    take(key, perMinute) {
      const at = now();
      if (windows.size > rememberedMax) for (const [each, { endsAt }] of windows) if (endsAt <= at) windows.delete(each);
      const known = windows.get(key);
      const window = known && known.endsAt > at ? known : { endsAt: at + windowMs, used: 0 };
      windows.set(key, window);
      const ok = window.used < perMinute;
      if (ok) window.used += 1;
      const seconds = Math.max(1, Math.ceil((window.endsAt - at) / 1000));
      return {
        ok,
        seconds,
        headers: {
          'ratelimit-policy': `${perMinute};w=60`,
          'ratelimit-limit': String(perMinute),
          'ratelimit-remaining': String(perMinute - window.used),
          'ratelimit-reset': String(seconds),
          ...(ok ? {} : { 'retry-after': String(seconds) }),
        },
      };
    },
  };
}
