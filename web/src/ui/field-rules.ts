// What may be wrong with a field of a form, in words. Null is nothing.
import { t } from '../platform/i18n.ts';

/** A text whose length has limits. Left empty, it is asked for; `tooShort` is said of one below `min`. */
export function lengthProblem(text: string, min: number, max: number, tooShort = t('Muito curto!')): string | null {
  if (text.length === 0) return t('Obrigatório');
  if (text.length < min) return tooShort;
  return text.length > max ? t('Muito longo!') : null;
}

/** Whether a text has the shape of an e-mail address. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}
