// How often a program, or a person, may call something. Where it is counted is the caller's business: all processes share one count.

/** Calls counted in a window, this one too, and when the next window begins. */
export type CallCount = { used: number; resetsAt: Date };

/** Counts one more call of `key` in the window of a minute that is open now. */
export type CountCall = (key: string, perMinute: number) => Promise<CallCount>;

export type Quota = { ok: boolean /** Until the count begins again. */; seconds: number; headers: Record<string, string> };

/** The headers that tell how many calls are left. */
export const quotaHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy', 'retry-after'];

/** How long a window is, in ms. */
export const windowMs = 60_000;

/** Whether a counted call may go on, and what its caller is told. */
export function quotaOf({ used, resetsAt }: CallCount, perMinute: number, now: Date): Quota {
  const ok = used <= perMinute;
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000));
  return {
    ok,
    seconds,
    headers: {
      'ratelimit-policy': `${perMinute};w=60`,
      'ratelimit-limit': String(perMinute),
      'ratelimit-remaining': String(Math.max(0, perMinute - used)),
      'ratelimit-reset': String(seconds),
      ...(ok ? {} : { 'retry-after': String(seconds) }),
    },
  };
}
