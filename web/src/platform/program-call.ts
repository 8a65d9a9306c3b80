// Calls as a program of the company makes them: by a token instead of the session, with the answer as it came.
import { ApiError } from './api.ts';

export type ProgramAnswer = {
  status: number;
  text: string /** Calls that are left in this minute; null if it was not said. */;
  left: string | null;
};

const answerWithinMs = 60_000;

/** Any status is an answer. Throws `ApiError` when none came. */
export async function callAsProgram(
  method: 'GET' | 'POST',
  path: string,
  { token, body, signal }: { token?: string; body?: FormData | object; signal?: AbortSignal } = {},
): Promise<ProgramAnswer> {
  const isForm = body instanceof FormData;
  const late = AbortSignal.timeout(answerWithinMs);
  try {
    const response = await fetch(new URL(path, window.location.origin), {
      method,
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, late]) : late,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    return { status: response.status, text: await response.text(), left: response.headers.get('ratelimit-remaining') };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, { error: late.aborted ? 'ERR_TIMEOUT' : 'ERR_NETWORK' });
  }
}
