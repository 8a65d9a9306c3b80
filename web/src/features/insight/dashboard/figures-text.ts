// Figures as people read them.
import { formatNumber } from '../../../platform/format.ts';
import { locale, t } from '../../../platform/i18n.ts';

/** '27 min', '3 min 40 s' below ten minutes, '2 h 5 min' from an hour on; '–' if there is none. */
export function minutesText(minutes: number | null): string {
  if (minutes === null) return '–';
  const seconds = Math.round(minutes * 60);
  if (seconds < 600) {
    const [whole, rest] = [Math.floor(seconds / 60), seconds % 60];
    if (whole === 0) return t('{{n}} s', { n: rest });
    return rest === 0 ? t('{{n}} min', { n: whole }) : t('{{m}} min {{s}} s', { m: whole, s: rest });
  }
  const all = Math.round(minutes);
  return all < 60 ? t('{{n}} min', { n: all }) : t('{{h}} h {{m}} min', { h: formatNumber(Math.floor(all / 60)), m: all % 60 });
}

/** How long somebody has been waiting, in whole minutes. Takes an instant, and now in ms. */
export function waitedText(since: string, now: number): string {
  const minutes = Math.floor((now - new Date(since).getTime()) / 60_000);
  return minutes < 1 ? t('agora') : minutesText(minutes);
}

/** `up`: null where nothing changed. */
export type Change = { up: boolean | null; text: string };

/** How a number compares with the one of the period before; null if that was none. */
export function changeText(now: number, before: number | undefined): Change | null {
  if (!before) return null;
  const percent = Math.round((now / before - 1) * 100);
  if (percent === 0) return { up: null, text: t('igual a antes') };
  const n = formatNumber(Math.abs(percent));
  return percent > 0 ? { up: true, text: t('{{n}}% a mais que antes', { n }) } : { up: false, text: t('{{n}}% a menos que antes', { n }) };
}

export function minutesChangeText(now: number | null, before: number | null | undefined): Change | null {
  if (now === null || before == null) return null;
  const difference = now - before;
  if (Math.abs(difference) < 1 / 60) return { up: null, text: t('igual a antes') };
  const time = minutesText(Math.abs(difference));
  return difference > 0
    ? { up: true, text: t('{{time}} a mais que antes', { time }) }
    : { up: false, text: t('{{time}} a menos que antes', { time }) };
}

export function ratingText(rating: number): string {
  return new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(rating);
}

/** The highest line of a chart and the step between its lines, for four or five lines. */
export function scaleOf(highest: number): { top: number; step: number } {
  const rough = Math.max(1, highest) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power);
  return { top: Math.ceil(Math.max(1, highest) / step) * step, step };
}
