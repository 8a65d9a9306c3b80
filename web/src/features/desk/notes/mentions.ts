// Calling colleagues in a note: who is offered after `@`, and who is called in the end. Pure.
import { plainText } from '../../../platform/plain-text.ts';

export type Callable = { id: number; name: string; online: boolean; away: boolean };

const shownMax = 8;

/** The `@` the caret is behind, and who fits what follows it; null where nobody is being called. */
export function mentionAt(text: string, caret: number, people: readonly Callable[]): { start: number; found: readonly Callable[] } | null {
  const typed = /(?:^|\s)@([\p{L}\p{M}\p{N}.'’ -]{0,40})$/u.exec(text.slice(0, caret));
  if (!typed) return null;
  const wanted = plainText(typed[1] ?? '');
  const found = people.filter(({ name }) => ` ${plainText(name)}`.includes(` ${wanted}`));
  // A whole name with more behind it: they are called already.
  if (found.length === 0 || people.some(({ name }) => wanted.startsWith(`${plainText(name)} `))) return null;
  const begins = ({ name }: Callable) => (plainText(name).startsWith(wanted) ? 0 : 1);
  const there = ({ online, away }: Callable) => Number(online && !away);
  const order = found.toSorted((a, b) => begins(a) - begins(b) || there(b) - there(a) || a.name.localeCompare(b.name));
  return { start: caret - (typed[1] ?? '').length - 1, found: order.slice(0, shownMax) };
}

/** The text with the name in place of what was typed after `@`, and where the caret is then. */
export function withName(text: string, start: number, caret: number, name: string): { text: string; caret: number } {
  const piece = `@${name} `;
  return { text: text.slice(0, start) + piece + text.slice(caret).replace(/^ /, ''), caret: start + piece.length };
}

/** Who is called in a text: `@` and their whole name. Of names that begin alike the longest counts. */
export function calledIn(text: string, people: readonly Callable[]): number[] {
  const called: number[] = [];
  let left = text;
  for (const { id, name } of people.toSorted((a, b) => b.name.length - a.name.length)) {
    if (!left.includes(`@${name}`)) continue;
    called.push(id);
    left = left.replaceAll(`@${name}`, '');
  }
  return called.slice(0, calledMax);
}

const calledMax = 20;
