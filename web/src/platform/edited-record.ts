import { ApiError } from './api.ts';

/** The record a form is open for, in the form's own shape: null once the server has it no more, undefined while it is not known. */
export function recordNow<Row, Values>(
  { data, error }: { data: Row | undefined; error: unknown },
  valuesOf: (row: Row) => Values,
): Values | null | undefined {
  if (error instanceof ApiError && error.status === 404) return null;
  return data && valuesOf(data);
}
