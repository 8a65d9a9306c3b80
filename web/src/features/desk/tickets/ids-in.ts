/** The ids in a part of an address, `3.7.12`; what is no id is left out. */
export function idsIn(text: string | null): number[] {
  return (text ?? '')
    .split('.')
    .filter((part) => /^[1-9]\d{0,14}$/.test(part))
    .map(Number);
}
