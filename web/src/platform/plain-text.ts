/** A text as it is searched: lower case, without accents. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The label cut where the text stands in it, ignoring case and accents; null if it does not. */
export function partsAround(label: string, text: string): [string, string, string] | null {
  const plain = plainText(label);
  const at = text === '' ? -1 : plain.indexOf(plainText(text));
  // Without its accents a label can be as long as with them only if each is one character.
  if (at < 0 || plain.length !== label.length) return null;
  return [label.slice(0, at), label.slice(at, at + text.length), label.slice(at + text.length)];
}
