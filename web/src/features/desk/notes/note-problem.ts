import { t } from '../../../platform/i18n.ts';

const noteMin = 2;
export const noteMax = 4096;

/** Why the text of a note is not valid; null if it is. */
export function noteProblem(note: string): string | null {
  if (note.length === 0) return t('Obrigatório');
  if (note.length < noteMin) return t('Muito curto!');
  return note.length > noteMax ? t('Muito longo!') : null;
}
