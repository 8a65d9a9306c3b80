// A mention is `@` and a member's name. Of two names where one begins with the other, the longer one is meant.
type Person = { id: number; name: string };

export type TextPart = { kind: 'text' | 'mention'; text: string; id: number | null };

/** The text with the mentions of these people cut out. */
export function splitMentions(text: string, people: readonly Person[]): TextPart[] {
  const byLength = people.filter(({ name }) => name !== '').sort((a, b) => b.name.length - a.name.length);
  const parts: TextPart[] = [];
  let begun = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const person = byLength.find(({ name }) => isNamedAt(text, at + 1, name));
    if (!person) continue;
    if (at > begun) parts.push({ kind: 'text', text: text.slice(begun, at), id: null });
    begun = at + 1 + person.name.length;
    parts.push({ kind: 'mention', text: text.slice(at, begun), id: person.id });
  }
  return begun < text.length ? [...parts, { kind: 'text', text: text.slice(begun), id: null }] : parts;
}

/** The ids of those whom the text mentions. */
export function mentionsIn(text: string, people: readonly Person[]): number[] {
  return [...new Set(splitMentions(text, people).flatMap(({ id }) => id ?? []))];
}

/** What is being typed after an `@`, up to the caret, and where the `@` is; null if no mention is being typed. */
export function mentionBegun(text: string, caret: number): { at: number; typed: string } | null {
  const [, typed] = /(?:^|\s)@([^@\n]{0,40})$/u.exec(text.slice(0, caret)) ?? [];
  return typed === undefined ? null : { at: caret - typed.length - 1, typed };
}

function isNamedAt(text: string, at: number, name: string): boolean {
  const next = text.charAt(at + name.length);
  return text.slice(at, at + name.length).toLowerCase() === name.toLowerCase() && !/[\p{L}\p{N}]/u.test(next);
}
