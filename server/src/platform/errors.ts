import { type ErrorCode, errorStatus, type Issue, type Verdict } from '@balcao/contract/errors';

/** A refusal the caller is told about, by its code. */
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

/** The value of an accepted verdict; a refusal is thrown. */
export function must<T>(verdict: Verdict<T>): T {
  if (verdict.ok) return verdict.value;
  throw new AppError(verdict.error, verdict.details);
}

/** Bad input found after parsing, naming the field. */
export function invalid(path: string, code: string): AppError {
  return new AppError('ERR_VALIDATION', undefined, [{ path, code }]);
}

const goneStates = new Set(['57P01', '57P02', '57P03', '53300']);
const goneErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT']);

/** Is this the database being away, rather than a mistake of ours? */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: unknown }).code ?? '');
  return (
    goneStates.has(code) ||
    code.startsWith('08') ||
    goneErrors.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|connection timeout/i.test(
      error.message,
    )
  );
}

/** Deadlocks and serialisation failures: the transaction did nothing and may simply run again. */
export function isWorthRepeating(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40P01' || code === '40001';
}

/** The name of the unique or foreign key an insert ran into, if that is what happened. */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return (code === '23505' || code === '23503') && constraint ? constraint : null;
}

/** Runs `work`; running into one of these unique keys is refused with the code that belongs to it. */
export async function refusingDuplicates<T>(codes: Record<string, ErrorCode>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codes[violatedConstraint(error) ?? ''];
    throw code ? new AppError(code) : error;
  }
}
