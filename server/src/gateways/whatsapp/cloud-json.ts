// Reading untrusted JSON: every function returns null (or nothing) instead of throwing.

import { storableText } from '@balcao/contract/storable-text';

export type Json = Record<string, unknown>;

export function record(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

export function records(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(record).filter((item) => item !== null) : [];
}

/** Text that PostgreSQL can store. Empty text and other types give null. */
export function text(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? storableText(value) || null : null;
}

export function number(value: unknown): number | null {
  const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** Unix seconds, as number or text, to ISO 8601; null if it is not a time between 1970 and 2100. */
export function isoTime(value: unknown): string | null {
  const seconds = number(value);
  if (seconds === null || seconds <= 0 || seconds > 4_102_444_800) return null;
  return new Date(seconds * 1000).toISOString();
}
