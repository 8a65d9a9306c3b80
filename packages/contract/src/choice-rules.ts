/** The number a customer chose by writing it: `1`, `1.`, `[1]`, `*1*` and the keycap emoji are the same. Null for any other text. */
export function numberChosen(text: string): number | null {
  const digits = /^[^\p{L}\p{N}]*([0-9]{1,3})[^\p{L}\p{N}]*$/u.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
