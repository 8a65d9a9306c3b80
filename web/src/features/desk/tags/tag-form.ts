import type { TagView } from '@balcao/contract/tags';
import { t } from '../../../platform/i18n.ts';
import { paletteColors } from '../../../ui/color-palette.tsx';
import { lengthProblem } from '../../../ui/field-rules.ts';

export type TagValues = { name: string; color: string; kanban: boolean };

/** The form of a tag, or of a new one. */
export function tagValues(tag: TagView | null): TagValues {
  return tag ? { name: tag.name, color: tag.color, kanban: tag.kanban === 1 } : { name: '', color: tagColorOf(''), kanban: false };
}

/** What is wrong with the fields. */
export function tagRules() {
  return {
    name: (name: string) => lengthProblem(name.trim(), 3, 60, t('Mensagem muito curta')),
    color: (color: string) => (color ? null : t('Escolha uma cor.')),
  };
}

/** The form as the server takes it. Only those who may change it say whether the tag is a lane. */
export function tagBody({ name, color, kanban }: TagValues, mayKanban: boolean) {
  return { name: name.trim(), color, ...(mayKanban ? { kanban } : {}) };
}

/** Is this the tag that was asked for? Where a new one's name is taken, the server answers the tag that has it, as it is. */
export function isAsAsked(saved: TagView, values: TagValues, mayKanban: boolean): boolean {
  const asked = tagBody(values, mayKanban);
  return saved.name === asked.name && saved.color === asked.color && (asked.kanban ?? false) === (saved.kanban === 1);
}

/** The colour of a tag that is made while typing: the same name gets the same one. */
export function tagColorOf(name: string): string {
  const middle = paletteColors.slice(20, 30);
  let sum = 0;
  for (const letter of name.trim().toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return middle[(sum + 5) % middle.length] ?? '#1f8d80';
}
