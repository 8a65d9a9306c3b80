// Where a note calls colleagues: `@` and their whole name. Pure.

export type MentionPart = { text: string; called: boolean };

/** A text cut at `@Name` for each of the names; the longest name counts. */
export function withMentions(text: string, names: readonly string[]): MentionPart[] {
  const longest = names.filter(Boolean).toSorted((a, b) => b.length - a.length);
  if (longest.length === 0) return [{ text, called: false }];
  const pattern = new RegExp(`(@(?:${longest.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')}))`, 'g');
  return text
    .split(pattern)
    .map((part, at) => ({ text: part, called: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}
