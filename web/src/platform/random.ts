/** A new idempotency key; it also serves as the id of what only this browser keeps. */
export function newIdempotencyKey(): string {
  // randomUUID exists only on https and localhost; getRandomValues exists everywhere.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
