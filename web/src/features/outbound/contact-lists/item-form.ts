import type { ContactListItemView } from '@balcao/contract/contact-lists';
import { formatPhone } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { isEmail, lengthProblem } from '../../../ui/fields/field-rules.ts';

export type ItemValues = { name: string; number: string; email: string };

/** The form of a new or existing contact of a list. */
export function itemValues(item: ContactListItemView | null): ItemValues {
  return item ? { name: item.name, number: formatPhone(item.number), email: item.email } : { name: '', number: '', email: '' };
}

/** The validation rules of the form. */
export function itemRules() {
  return {
    name: (name: string) => lengthProblem(name.trim(), 2, 50),
    number: (number: string) => lengthProblem(number.trim(), 8, 50),
    email: (email: string) => (email.trim() === '' || isEmail(email) ? null : t('E-mail inválido')),
  };
}

/** The form as a request body. */
export function itemBody({ name, number, email }: ItemValues): ItemValues {
  return { name: name.trim(), number: number.trim(), email: email.trim() };
}
