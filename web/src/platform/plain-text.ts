/** A text as it is searched: lower case, without accents. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Where `wanted` begins in `text`, whatever the accents and the case. */
export function placesOf(text: string, wanted: string): number[] {
  const [whole, part] = [plainInPlace(text), plainInPlace(wanted)];
  const places: number[] = [];
  if (part === '') return places;
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + part.length)) places.push(at);
  return places;
}

/** As `plainText`, with each character still in its place. */
function plainInPlace(text: string): string {
  return [...text]
    .map((letter) => {
      const base = plainText(letter);
      return base.length === letter.length ? base : letter.toLowerCase().slice(0, letter.length).padEnd(letter.length);
    })
    .join('');
}
