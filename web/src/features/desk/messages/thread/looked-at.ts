// Up to which message somebody has looked. What came while they were typing counts only once it has been on the screen for a moment.

/** The newest message on the screen, and when it came there; the oldest first. */
export type Shown = { id: string; at: number };

/** So long a message must have been on the screen to have been looked at. */
export const lookMs = 3_000;

/** The list with what is the newest now. Only what decides is kept. */
export function withNewest(shown: readonly Shown[], id: string | undefined, now: number): readonly Shown[] {
  if (id === undefined || shown.at(-1)?.id === id) return shown;
  // What was there when the conversation was opened has been looked at.
  return [...shown, { id, at: shown.length === 0 ? Number.NEGATIVE_INFINITY : now }].slice(-20);
}

/** The latest message they have looked at; null if there is none. */
export function lookedAt(shown: readonly Shown[], now: number): string | null {
  return shown.findLast(({ at }) => at <= now - lookMs)?.id ?? null;
}
