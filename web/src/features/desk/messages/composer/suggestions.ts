// Which texts match what was typed after a slash. Pure.
import { plainText } from '../../../../platform/plain-text.ts';

export type Suggestion = {
  id: number;
  /** What is typed after `/`. */
  label: string;
  /** The text, with the filled-in values marked. */
  parts: readonly { text: string; filled: boolean }[];
  /** Its attachment; loaded when the text is chosen. */
  file: { name: string; load: () => Promise<File> } | null;
};

/** Longer labels and texts are cut in the list. */
export const labelMax = 35;

/** The search text: what follows a slash at the start of the draft; null if there is none. */
export function slashQuery(draft: string): string | null {
  return draft.startsWith('/') && draft.length > 1 ? draft.slice(1) : null;
}

/** The suggestions whose label contains the query, those that start with it first. Ignores case and accents. */
export function matching(suggestions: readonly Suggestion[], query: string): Suggestion[] {
  const wanted = plainText(query);
  const found = suggestions.filter(({ label }) => plainText(label).includes(wanted));
  const begins = ({ label }: Suggestion) => plainText(label).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}

export function textOf({ parts }: Suggestion): string {
  return parts.map(({ text }) => text).join('');
}

/** The text, cut to fit in the list. */
export function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length > labelMax ? `${letters.slice(0, labelMax).join('')}…` : line;
}
