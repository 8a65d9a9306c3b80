import type { TagView } from '@balcao/contract/tags';
import { t } from '../../../platform/i18n.ts';
import { paletteColors } from '../../../ui/fields/color-palette.tsx';
import { lengthProblem } from '../../../ui/fields/field-rules.ts';

export type TagValues = { name: string; color: string; kanban: boolean };

/** The form of a new or existing tag. */
export function tagValues(tag: TagView | null): TagValues {
  return tag ? { name: tag.name, color: tag.color, kanban: tag.kanban === 1 } : { name: '', color: tagColorOf(''), kanban: false };
}

/** The validation rules of the form. */
export function tagRules() {
  return {
    name: (name: string) => lengthProblem(name.trim(), 3, 60, t('Mensagem muito curta')),
    color: (color: string) => (color ? null : t('Escolha uma cor.')),
  };
}

/** The form as a request body. `kanban` is sent only by people who may change it. */
export function tagBody({ name, color, kanban }: TagValues, mayKanban: boolean) {
  return { name: name.trim(), color, ...(mayKanban ? { kanban } : {}) };
}

/** Is this the tag that was asked for? If the name is taken, the server answers the existing tag instead. */
export function isAsAsked(saved: TagView, values: TagValues, mayKanban: boolean): boolean {
  const asked = tagBody(values, mayKanban);
  return saved.name === asked.name && saved.color === asked.color && (asked.kanban ?? false) === (saved.kanban === 1);
}

/** The colour of a tag created while typing: the same name always gets the same colour. */
export function tagColorOf(name: string): string {
  const middle = paletteColors.slice(20, 30);
  let sum = 0;
  for (const letter of name.trim().toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return middle[(sum + 5) % middle.length] ?? '#1f8d80';
}
