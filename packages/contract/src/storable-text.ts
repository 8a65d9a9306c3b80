/**
 * The first `max` characters of a text in a form that PostgreSQL stores, also in JSON: without NUL, and with U+FFFD for each unpaired
 * surrogate, from before or by the cut.
 */
export function storableText(value: string, max = Number.POSITIVE_INFINITY): string {
  return value
    .replaceAll('\0', '')
    .slice(0, max)
    .replace(/\p{Surrogate}/gu, '\ufffd');
}
