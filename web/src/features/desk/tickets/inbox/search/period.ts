// The days of a search: as the address has them, and as they are said. Pure.
import { t } from '../../../../../platform/i18n.ts';

/** Offered with one press; today is one of them. */
export const presetDays = [1, 7, 30, 90] as const;

/** The first of the last `count` days, as YYYY-MM-DD. */
export function lastDays(count: number, now: number): string {
  const day = new Date(now);
  day.setDate(day.getDate() - count + 1);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** A period in few letters: *7 dias*, *desde 03/11*, *03/11–20/11*; years only where they are not this one. */
export function periodText(from: string, to: string, now: number): string {
  const preset = to === '' ? presetDays.find((count) => lastDays(count, now) === from) : undefined;
  if (preset !== undefined) return preset === 1 ? t('Hoje') : t('{{n}} dias', { n: preset });
  const year = String(new Date(now).getFullYear());
  const short = (day: string) => {
    const [y = '', month, date] = day.split('-');
    return y === year ? `${date}/${month}` : `${date}/${month}/${y.slice(2)}`;
  };
  if (from && to) return from === to ? short(from) : `${short(from)}–${short(to)}`;
  return from ? t('desde {{day}}', { day: short(from) }) : t('até {{day}}', { day: short(to) });
}
