import { resetMinutes } from '@balcao/contract/password-rules';

/** Until when a code made now counts. */
export function resetExpiry(now: Date): Date {
  return new Date(now.getTime() + resetMs);
}

export const resetMs = resetMinutes * 60_000;
