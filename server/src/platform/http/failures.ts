// The only place where an error becomes an answer.
import type { ErrorBody, Issue } from '@balcao/contract/errors';
import type { z } from 'zod';
import { AppError, isDatabaseAway, isDiskFull } from '../errors.ts';

export type Failure = { status: number; body: ErrorBody /** Not the caller's fault, so it is logged with its stack. */; ours: boolean };

/** The answer for an error. Unknown errors are bugs: 500 without details, logged once. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AppError) {
    const body: ErrorBody = { error: error.errorText ?? error.code };
    if (error.errorText) body.code = error.code;
    if (error.issues) body.issues = error.issues;
    if (error.details) body.details = error.details;
    return { status: error.status, body, ours: false };
  }
  if (isDatabaseAway(error) || isDiskFull(error)) return { status: 503, body: { error: 'ERR_UNAVAILABLE' }, ours: false };
  const { statusCode, code } = (error ?? {}) as { statusCode?: number; code?: string };
  // The database cancelled a statement that took too long.
  if (code === '57014') return { status: 503, body: { error: 'ERR_UNAVAILABLE' }, ours: true };
  if (
    statusCode === 413 ||
    code === 'FST_REQ_FILE_TOO_LARGE' ||
    code?.startsWith('FST_FILES_LIMIT') ||
    code?.startsWith('FST_PARTS_LIMIT')
  ) {
    return { status: 413, body: { error: 'ERR_PAYLOAD_TOO_LARGE' }, ours: false };
  }
  if (statusCode === 429) return { status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' }, ours: false };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { status: 400, body: { error: 'ERR_BAD_REQUEST' }, ours: false };
  return { status: 500, body: { error: 'ERR_INTERNAL_SERVER_ERROR' }, ours: true };
}

/** A zod issue as clients see it. `where` is `body`, `query` or `params`. */
export function issueOf(where: string, issue: z.core.$ZodIssue): Issue {
  const nested = issue.code === 'invalid_union' ? issue.errors.flat().find((inner) => inner.path.length > 0) : undefined;
  const path = [...(where ? [where] : []), ...issue.path, ...(nested?.path ?? [])].map(String).join('.');
  const missing = issue.code === 'invalid_type' && (issue as { input?: unknown }).input === undefined;
  const limits = issue as { minimum?: number | bigint; maximum?: number | bigint };
  return {
    path,
    code: missing ? 'required' : issue.code,
    ...(limits.minimum !== undefined ? { min: Number(limits.minimum) } : {}),
    ...(limits.maximum !== undefined ? { max: Number(limits.maximum) } : {}),
  };
}
