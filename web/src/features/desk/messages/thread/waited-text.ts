import { t } from '../../../../platform/i18n.ts';

/** How long somebody waited, roughly: '40 s', '6 min', '2 h 5 min', '3 dias'. */
export function waitedText(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return t('{{count}} dias', { count: Math.round(minutes / 60 / 24) });
}
