import { type ErrorCode, errorStatus, type Issue, type Verdict } from '@balcao/contract/errors';

/** A refusal, reported to the caller by its code. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details?: Record<string, unknown>,
    readonly issues?: Issue[],
    /** Replaces the code in the `error` field of the answer, where existing clients parse it. */
    readonly errorText?: string,
  ) {
    super(code);
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** Returns the value of an accepted verdict; throws a refusal. */
export function must<T>(verdict: Verdict<T>): T {
  if (verdict.ok) return verdict.value;
  throw new AppError(verdict.error, verdict.details);
}

/** Invalid input found after parsing, with the field's name. */
export function invalid(path: string, code: string): AppError {
  return new AppError('ERR_VALIDATION', undefined, [{ path, code }]);
}

/** No room on the disk of the database (53100), or on the one of the files. */
const diskFullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Is there no room left to store anything? It passes when the operator makes room, so what failed is tried again later. */
export function isDiskFull(error: unknown): boolean {
  return diskFullCodes.has(codeOf(error));
}

const outageStates = new Set(['57P01', '57P02', '57P03', '53300', '53100']);
// The last three: the network, or who knows the names in it, is away with it, as where a container starts again.
const outageErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** Of a socket in the file system: gone with its server, more are connecting than wait in line there, or its directory is closed to us. */
const socketErrors = new Set(['ENOENT', 'EAGAIN', 'EACCES']);

/** Is the database unavailable or without room, rather than this being a bug of ours? */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  const { syscall } = error as NodeJS.ErrnoException;
  return (
    outageStates.has(code) ||
    code.startsWith('08') ||
    outageErrors.has(code) ||
    (syscall === 'connect' && socketErrors.has(code)) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|connection timeout/i.test(
      error.message,
    )
  );
}

/** Did the database refuse these values, by their form, size or relations? Then no other attempt helps. */
export function isUnstorable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(22|23|54)...$/.test(code);
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}

/**
 * Deadlocks, serialisation failures, rows that were removed between look-up and use, and statements that were prepared before a migration: the
 * transaction did nothing and can run again, which then sees what has changed.
 */
export function isRetryable(error: unknown): boolean {
  return ['40P01', '40001', '23503'].includes(codeOf(error)) || isOutdatedStatement(error);
}

/** Does a prepared statement answer with other columns than before, since a migration changed its table? It will be refused until it is prepared anew. */
export function isOutdatedStatement(error: unknown): boolean {
  return codeOf(error) === '0A000' && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';
}

/** Did a statement take so long that PostgreSQL cancelled it, by itself or waiting for a lock? Its transaction did nothing. */
export function isTooSlow(error: unknown): boolean {
  return codeOf(error) === '57014' || isLockTimeout(error);
}

/** Did a lock take longer than `lock_timeout`? */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** The name of the unique or foreign key that an insert violated, or null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return (code === '23505' || code === '23503') && constraint ? constraint : null;
}

/** Runs `work`. A violation of one of these unique keys becomes a refusal with the code given for it. */
export async function refusingDuplicates<T>(codes: Record<string, ErrorCode>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codes[violatedConstraint(error) ?? ''];
    throw code ? new AppError(code) : error;
  }
}
