import { ApiError } from './api.ts';

/** The record a form is open for, in the form's shape: null once it is deleted, undefined while it loads. */
export function recordNow<Row, Values>(
  { data, error }: { data: Row | undefined; error: unknown },
  valuesOf: (row: Row) => Values,
): Values | null | undefined {
  if (error instanceof ApiError && error.status === 404) return null;
  return data && valuesOf(data);
}
