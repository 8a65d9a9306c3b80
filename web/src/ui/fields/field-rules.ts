// Validation messages for form fields. Null means valid.
import { t } from '../../platform/i18n.ts';

/** Checks a required text with length limits. `tooShort`: the message if it is below `min`. */
export function lengthProblem(text: string, min: number, max: number, tooShort = t('Muito curto!')): string | null {
  if (text.length === 0) return t('Obrigatório');
  if (text.length < min) return tooShort;
  return text.length > max ? t('Muito longo!') : null;
}

/** Whether a text has the shape of an e-mail address. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}
