/** A text as it is searched: without accents, in small letters. */
export function plainText(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
