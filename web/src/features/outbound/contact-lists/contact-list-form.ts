import { isFiltering } from '@balcao/contract/contact-list-rules';
import type { ContactFilter, ContactListView } from '@balcao/contract/contact-lists';
import { t } from '../../../platform/i18n.ts';
import { lengthProblem } from '../../../ui/fields/field-rules.ts';

export type ContactListValues = {
  name: string;
  /** Who chooses the contacts. `frozen` and `inStep`: a filter does. */
  source: 'hand' | 'frozen' | 'inStep';
  tags: string[];
  wrote: 'any' | 'within' | 'before';
  days: number;
  fieldName: string;
  fieldValue: string;
};

/** The form of a new or existing list. */
export function contactListValues(list: ContactListView | null): ContactListValues {
  const filter = list?.filter ?? null;
  return {
    name: list?.name ?? '',
    source: !filter ? 'hand' : list?.inStep ? 'inStep' : 'frozen',
    tags: filter?.tags.map(String) ?? [],
    wrote: filter?.lastContact?.wrote ?? 'any',
    days: filter?.lastContact?.days ?? 30,
    fieldName: filter?.field?.name ?? '',
    fieldValue: filter?.field?.value ?? '',
  };
}

/** The validation rules of the form. */
export function contactListRules() {
  return {
    name: (name: string) => lengthProblem(name.trim(), 2, 50),
    source: (source: ContactListValues['source'], values: ContactListValues) =>
      source === 'hand' || isFiltering(filterBody(values)) ? null : t('Escolha pelo menos uma condição para o filtro.'),
    days: (days: number, { wrote }: ContactListValues) =>
      wrote === 'any' || (Number.isInteger(days) && days >= 1 && days <= 3650) ? null : t('De 1 a 3650 dias.'),
    fieldName: (name: string, { fieldValue }: ContactListValues) =>
      name.trim() === '' && fieldValue.trim() !== '' ? t('Obrigatório') : name.length > 100 ? t('Muito longo!') : null,
  };
}

/** The conditions of the form as a filter. */
export function filterBody({ tags, wrote, days, fieldName, fieldValue }: ContactListValues): ContactFilter {
  return {
    tags: tags.map(Number),
    lastContact: wrote === 'any' ? null : { wrote, days },
    field: fieldName.trim() === '' ? null : { name: fieldName.trim(), value: fieldValue.trim() },
  };
}

/** The form as a request body. */
export function contactListBody(values: ContactListValues) {
  const filter = values.source === 'hand' ? null : filterBody(values);
  return { name: values.name.trim(), filter, inStep: values.source === 'inStep' };
}
