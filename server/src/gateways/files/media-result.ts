/** `unreadable`: not what it claims, broken or unsupported; `tool_missing`: ffmpeg cannot be started here. */
export type MediaProblem = 'unreadable' | 'too_large' | 'timeout' | 'tool_missing';

/** Files come from strangers, so a file that cannot be worked on is an answer, not an exception. */
export type MediaResult<T> = { ok: true; value: T } | { ok: false; problem: MediaProblem };

export function done<T>(value: T): MediaResult<T> {
  return { ok: true, value };
}

export function failed(problem: MediaProblem): MediaResult<never> {
  return { ok: false, problem };
}
