/** A new key for a request that must not take effect twice. */
export function newIdempotencyKey(): string {
  // randomUUID exists only on https and localhost; getRandomValues everywhere.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
