/**
 * The first `max` characters of a text, in a form that every column takes: half of a surrogate pair, by the cut or from before, becomes
 * U+FFFD. PostgreSQL refuses it in JSON.
 */
export function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/\p{Surrogate}/gu, '\ufffd');
}
