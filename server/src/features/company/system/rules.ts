// Slows down password guessing by counting attempts: to sign in, per account and IP address, and per account whatever the address; to prove
// who one is while signed in, per user; to be sent a code, per e-mail. After a few free attempts, each further one must wait longer. The count per account is generous, so
// that an attacker cannot easily lock a user out. Counts are reset a day after the last attempt, or by the right password.
const secondMs = 1000;
const memoryMs = 24 * 60 * 60 * secondMs;

const kinds = {
  address: { free: 5, firstMs: 15 * secondMs, mostMs: 60 * 60 * secondMs },
  account: { free: 20, firstMs: 15 * secondMs, mostMs: 15 * 60 * secondMs },
  user: { free: 5, firstMs: 15 * secondMs, mostMs: 60 * 60 * secondMs },
  mail: { free: 3, firstMs: 60 * secondMs, mostMs: 60 * 60 * secondMs },
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

/** The count of codes that were asked for with this e-mail, whether anybody has it or not. */
export function resetRequestKeys(email: string): ThrottleKey[] {
  return [{ kind: 'mail', key: `reset asked for ${email.trim().toLowerCase()}` }];
}

/** The two counts of codes that were tried. */
export function resetKeys(email: string, ip: string): ThrottleKey[] {
  const account = email.trim().toLowerCase();
  return [
    { kind: 'account', key: `reset ${account}` },
    { kind: 'address', key: `reset ${account} from ${ip}` },
  ];
}
