const minuteMs = 60_000;
const longestPauseMs = 60 * minuteMs;

/** How long an ordinary mail is worth sending. */
export const usefulMs = 3 * 24 * 60 * minuteMs;

/** While an attempt runs; it takes less. After that it counts as lost. */
export const attemptMs = 2 * minuteMs;

/** For how long mails are kept, without their text. */
export const keptMs = 90 * 24 * 60 * minuteMs;

/** When to try again after this many attempts: each pause is twice as long as the one before, up to an hour. */
export function nextTry(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(longestPauseMs, minuteMs * 2 ** Math.min(attempts - 1, 10)));
}

type Waiting = { state: string; try_at: Date; expires_at: Date; content: unknown };

/** May this mail be sent now? Not while another attempt runs. */
export function isDue({ state, try_at, expires_at, content }: Waiting, now: Date): boolean {
  return state === 'waiting' && content !== null && try_at <= now && expires_at > now;
}
