import { ApiError, api, renewSession } from './api.ts';
import { now } from './clock.ts';
import { notifyError } from './errors.ts';
import { clearSession, keepSession, sessionEnd, sessionStarting, sessionToken, sessionUnreachable } from './session.ts';

/** Checks the stored session when the app opens. A refusal signs out; without an answer it becomes `unreachable` and can be retried. */
export async function startSession(): Promise<void> {
  if (!sessionToken()) return clearSession(sessionEnd());
  sessionStarting();
  try {
    await renewSession();
  } catch (error) {
    if (!(error instanceof ApiError && error.status > 0 && error.status < 500 && error.status !== 429)) return sessionUnreachable();
    if (sessionToken()) clearSession();
    // What the login page does not tell.
    if (sessionEnd() === null) notifyError(error);
  }
}

/**
 * Signs in and stores the session. Answers the whole days left of the subscription, or null if it has no end, and whether it is a trial.
 * Throws `ApiError`; for an expired subscription it is ERR_SUBSCRIPTION_EXPIRED with `details.dueDate`, and ERR_SECOND_FACTOR_REQUIRED if it takes a
 * `code` besides the password.
 */
export async function signIn(
  email: string,
  password: string,
  { code, toPay = false }: { code?: string | undefined; toPay?: boolean } = {},
): Promise<{ daysLeft: number | null; isTrial: boolean }> {
  const session = await api('POST /auth/login', { body: { email, password, ...(code && { code }), ...(toPay && { toPay }) } });
  keepSession(session);
  const { dueDate, trialExpiration } = session.user.company;
  return { daysLeft: daysUntil(dueDate), isTrial: trialExpiration !== null && trialExpiration === dueDate };
}

/** Whole days from today until `day` (YYYY-MM-DD), today being 0. */
export function daysUntil(day: string | null, at: number = now()): number | null {
  if (!day) return null;
  const [year = 0, month = 1, date = 1] = day.slice(0, 10).split('-').map(Number);
  const today = new Date(at);
  return Math.round((Date.UTC(year, month - 1, date) - Date.UTC(today.getFullYear(), today.getMonth(), today.getDate())) / 86_400_000);
}

/** Ends the session in this browser in any case, and on the server if it can be reached. */
export async function signOut(): Promise<void> {
  await api('DELETE /auth/logout').catch(() => undefined);
  clearSession();
}
