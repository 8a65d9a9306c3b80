// Guessing passwords is slowed down by counting attempts, once per account and address and once per account whatever the address.
// After a few free ones each further attempt waits longer; the second count is generous, so that a stranger cannot lock somebody out
// with little effort. Attempts are forgotten a day after the last, or with the first success.
const secondMs = 1000;
const memoryMs = 24 * 60 * 60 * secondMs;

const kinds = {
  address: { free: 5, firstMs: 15 * secondMs, mostMs: 60 * 60 * secondMs },
  account: { free: 20, firstMs: 15 * secondMs, mostMs: 15 * 60 * secondMs },
} as const;
export type ThrottleKind = keyof typeof kinds;

/** What is stored of a count: how many, and when it is forgotten. */
export type Throttle = { hits: number; resetsAt: Date };

/** Milliseconds until the next attempt may be made; 0: now. */
export function waitMs(kind: ThrottleKind, { hits, resetsAt }: Throttle, now: Date): number {
  const { free, firstMs, mostMs } = kinds[kind];
  if (hits < free || resetsAt <= now) return 0;
  const last = resetsAt.getTime() - memoryMs;
  const pause = Math.min(mostMs, firstMs * 2 ** Math.min(hits - free, 30));
  return Math.max(0, last + pause - now.getTime());
}

/** The count after one more attempt. */
export function counted({ hits, resetsAt }: Throttle, now: Date): Throttle {
  return { hits: resetsAt <= now ? 1 : hits + 1, resetsAt: new Date(now.getTime() + memoryMs) };
}

/** The two counts an attempt belongs to; the account's first, so that concurrent attempts lock in one order. */
export function throttleKeys(email: string, ip: string): { kind: ThrottleKind; key: string }[] {
  const account = email.trim().toLowerCase();
  return [
    { kind: 'account', key: `sign-in ${account}` },
    { kind: 'address', key: `sign-in ${account} from ${ip}` },
  ];
}
