import { maskPhone } from '../../../ui/fields/phone-input.tsx';

/** Formats what is typed into a number field: Brazilian numbers as (99) 99999-9999; after a plus sign any country, at most 15 digits (E.164). */
export function maskNumber(text: string): string {
  const trimmed = text.trimStart();
  if (!trimmed.startsWith('+') && !trimmed.startsWith('00')) return maskPhone(text);
  const digits = trimmed.replace(/^00/, '').replace(/\D/g, '').slice(0, 15);
  return `+${digits}`;
}

/** A stored number (digits with country code) as the field shows it. */
export function numberToField(digits: string): string {
  const national = /^55(\d{10,11})$/.exec(digits)?.[1];
  if (national) return maskPhone(national);
  return digits ? `+${digits}` : '';
}

/** The digits of the field, with country code if it is certain; else as typed. */
export function fieldToNumber(field: string): string {
  const digits = field.replace(/\D/g, '');
  if (field.startsWith('+')) return digits;
  return digits.length === 10 || digits.length === 11 ? `55${digits}` : digits;
}
