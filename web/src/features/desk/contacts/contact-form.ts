import type { ContactDetail } from '@balcao/contract/contacts';
import { t } from '../../../platform/i18n.ts';
import { isEmail, lengthProblem } from '../../../ui/fields/field-rules.ts';
import { fieldToNumber, numberToField } from './contact-number.ts';

export type ExtraInfoRow = { id?: number; key: string; name: string; value: string };
export type ContactValues = { name: string; number: string; email: string; extraInfo: ExtraInfoRow[] };

/** The form of a new contact, with what is already known of it. */
export function newContactValues(known: { name?: string; number?: string } = {}): ContactValues {
  return { name: known.name ?? '', number: numberToField((known.number ?? '').replace(/\D/g, '')), email: '', extraInfo: [] };
}

/** The form of an existing contact. */
export function contactValues(contact: ContactDetail): ContactValues {
  return {
    name: contact.name,
    number: contact.isGroup ? '' : numberToField(contact.number),
    email: contact.email,
    extraInfo: contact.extraInfo.map(({ id, name, value }) => ({ id, key: `row-${id}`, name, value })),
  };
}

/** The validation rules of the form. A contact with a hidden number may stay without one. */
export function contactRules(mayLackNumber: boolean) {
  return {
    name: (name: string) => lengthProblem(name.trim(), 2, 50, t('Muito pequeno!')),
    number: (number: string) => (mayLackNumber && number === '' ? null : lengthProblem(fieldToNumber(number), 8, 50, t('Muito pequeno!'))),
    email: (email: string) => (email.trim() === '' || isEmail(email) ? null : t('Email inválido')),
    extraInfo: {
      name: (name: string, values: ContactValues, path: string) => {
        const row = values.extraInfo[Number(path.split('.')[1])];
        if (row && row.value.trim() !== '' && name.trim() === '') return t('Obrigatório');
        return name.length > 100 ? t('Muito longo!') : null;
      },
      value: (value: string) => (value.length > 2000 ? t('Muito longo!') : null),
    },
  };
}

/** The form as a request body, without empty rows. */
export function contactBody(values: ContactValues) {
  return {
    name: values.name.trim(),
    number: fieldToNumber(values.number),
    email: values.email.trim(),
    extraInfo: values.extraInfo
      .filter(({ name }) => name.trim() !== '')
      .map(({ id, name, value }) => ({ ...(id === undefined ? {} : { id }), name: name.trim(), value: value.trim() })),
  };
}
