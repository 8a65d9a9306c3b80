/** `unreadable`: the wrong type, broken or unsupported; `tool_missing`: ffmpeg cannot be started here. */
export type MediaProblem = 'unreadable' | 'too_large' | 'timeout' | 'tool_missing';

/** Files are untrusted, so a file that cannot be processed is a result, not an exception. */
export type MediaResult<T> = { ok: true; value: T } | { ok: false; problem: MediaProblem };

export function done<T>(value: T): MediaResult<T> {
  return { ok: true, value };
}

export function failed(problem: MediaProblem): MediaResult<never> {
  return { ok: false, problem };
}
