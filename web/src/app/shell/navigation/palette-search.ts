// What a text in the palette asks for.
import type { Command } from '../../../platform/commands.ts';
import { plainText } from '../../../platform/plain-text.ts';

/** What is looked for: everything, or by the first character only commands (`>`), conversations (`#`) or people (`@`). */
export type PaletteKind = 'all' | 'commands' | 'tickets' | 'people';
export type Asked = { kind: PaletteKind; text: string };

const kinds: Record<string, PaletteKind> = { '>': 'commands', '#': 'tickets', '@': 'people' };

export function askedBy(typed: string): Asked {
  const kind = kinds[typed.trimStart()[0] ?? ''];
  return kind ? { kind, text: typed.trimStart().slice(1).trim() } : { kind: 'all', text: typed.trim() };
}

/** Those whose name has the text, the ones in which a word begins with it first. */
export function found<T extends { label: string }>(all: readonly T[], text: string): T[] {
  const wanted = plainText(text);
  const rank = ({ label }: T) => {
    const at = plainText(label).indexOf(wanted);
    return at < 0 ? null : at === 0 ? 0 : /\W/.test(plainText(label)[at - 1] ?? ' ') ? 1 : 2;
  };
  return all
    .map((each) => ({ each, rank: rank(each) }))
    .filter((one): one is { each: T; rank: 0 | 1 | 2 } => one.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ each }) => each);
}

/** Which commands stand together: what is done in the open conversation, and everything else. Pages are not among them. */
export function commandGroups(commands: readonly Command[]): { here: Command[]; elsewhere: Command[] } {
  const isHere = ({ id }: Command) => /^(ticket|composer)\./.test(id);
  const others = commands.filter((command) => !isHere(command) && !command.id.startsWith('go.') && command.id !== 'app.palette');
  return { here: commands.filter(isHere), elsewhere: others };
}
