/** A text as it is searched: lower case, without accents. */
export function plainText(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
