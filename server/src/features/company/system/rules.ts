// Slows down password guessing by counting attempts: to sign in, per account and IP address, and per account whatever the address; to prove
// who one is while signed in, per user. After a few free attempts, each further one must wait longer. The count per account is generous, so
// that an attacker cannot easily lock a user out. Counts are reset a day after the last attempt, or by the right password.
const secondMs = 1000;
const memoryMs = 24 * 60 * 60 * secondMs;

const kinds = {
  address: { free: 5, firstMs: 15 * secondMs, mostMs: 60 * 60 * secondMs },
  account: { free: 20, firstMs: 15 * secondMs, mostMs: 15 * 60 * secondMs },
  user: { free: 5, firstMs: 15 * secondMs, mostMs: 60 * 60 * secondMs },
} as const;
export type ThrottleKind = keyof typeof kinds;

/** A stored count, and when it is reset. */
export type Throttle = { hits: number; resetsAt: Date };

/** Milliseconds until the next attempt is allowed; 0: now. */
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

export type ThrottleKey = { kind: ThrottleKind; key: string };

/** The two counts of a sign-in. The account's comes first, so that concurrent attempts lock in the same order. */
export function signInKeys(email: string, ip: string): ThrottleKey[] {
  const account = email.trim().toLowerCase();
  return [
    { kind: 'account', key: `sign-in ${account}` },
    { kind: 'address', key: `sign-in ${account} from ${ip}` },
  ];
}

/** The count of a user who is signed in and is asked for their password. */
export function passwordKeys(userId: number): ThrottleKey[] {
  return [{ kind: 'user', key: `password of user ${userId}` }];
}
