import type { TagView } from '@balcao/contract/tags';
import { plainText } from '../../../platform/plain-text.ts';

export type TagOption = { kind: 'tag'; tag: TagView } | { kind: 'new'; name: string };

/** The options for a typed text: tags the ticket lacks whose name contains it, and a new tag of that name. */
export function tagOptions(choices: readonly TagView[], carried: readonly number[], text: string): TagOption[] {
  const wanted = plainText(text.trim());
  const found = choices.filter((tag) => !carried.includes(tag.id) && plainText(tag.name).includes(wanted));
  const options: TagOption[] = found
    .sort((a, b) => Number(plainText(b.name).startsWith(wanted)) - Number(plainText(a.name).startsWith(wanted)))
    .slice(0, shownMax)
    .map((tag) => ({ kind: 'tag', tag }));
  const name = text.trim();
  const exists = choices.some((tag) => plainText(tag.name) === wanted);
  if (name.length >= 3 && name.length <= 60 && !exists) options.push({ kind: 'new', name });
  return options;
}

const shownMax = 50;
