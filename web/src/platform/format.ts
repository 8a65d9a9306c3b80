// Dates, numbers and phone numbers as people read them.
import { locale, t } from './i18n.ts';

type Instant = string | number | Date;

const cache = new Map<string, Intl.DateTimeFormat>();
function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale() + JSON.stringify(options);
  const found = cache.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  cache.set(key, found);
  return found;
}

/** 21/11/2026. Takes a day (YYYY-MM-DD) as that day, an instant in the reader's time zone. */
export function formatDate(at: Instant): string {
  if (typeof at === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(at)) return at.split('-').reverse().join('/');
  return dates({ day: '2-digit', month: '2-digit', year: 'numeric' }).format(new Date(at));
}

/** 09:45 */
export function formatTime(at: Instant): string {
  return dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(at));
}

/** 21/11/2026 09:45 */
export function formatDateTime(at: Instant): string {
  return `${formatDate(at)} ${formatTime(at)}`;
}

/** 21/11/26 09:45, for tables. */
export function formatShortDateTime(at: Instant): string {
  return `${dates({ day: '2-digit', month: '2-digit', year: '2-digit' }).format(new Date(at))} ${formatTime(at)}`;
}

const minute = 60_000;
const dayMs = 86_400_000;

/** How long ago, as short as a list needs it: 'agora', '2 min', '23 h', 'ontem', then the day as 20/11/26. */
export function formatAgo(at: Instant, now: number): string {
  const time = new Date(at).getTime();
  const past = now - time;
  if (past < minute) return t('agora');
  if (past < 60 * minute) return t('{{n}} min', { n: Math.floor(past / minute) });
  if (past < dayMs && daysBetween(time, now) < 2) return t('{{n}} h', { n: Math.floor(past / (60 * minute)) });
  if (daysBetween(time, now) === 1) return t('ontem');
  return dates({ day: '2-digit', month: '2-digit', year: '2-digit' }).format(time);
}

/** The day as a separator names it: 'hoje', 'ontem', or the date. */
export function formatDay(at: Instant, now: number): string {
  const days = daysBetween(new Date(at).getTime(), now);
  if (days === 0) return t('Hoje');
  if (days === 1) return t('Ontem');
  return days > 1 && days < 7 ? dates({ weekday: 'long' }).format(new Date(at)) : formatDate(new Date(at));
}

function daysBetween(earlier: number, later: number): number {
  const start = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((start(later) - start(earlier)) / dayMs);
}

/** 1.840 */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

/** R$ 30,00 */
export function formatMoney(value: number): string {
  return new Intl.NumberFormat(locale(), { style: 'currency', currency: 'BRL' }).format(value);
}

/** 240 KB, 1,2 MB */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${new Intl.NumberFormat(locale(), { maximumFractionDigits: step > 1 ? 1 : 0 }).format(bytes / 1000 ** step)} ${units[step]}`;
}

/** 1:05, or 1:02:05 from an hour on. Takes seconds. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? `${hours}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}` : `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}

/** 5548905550142 as +55 48 90555-0142; others as +digits; empty text stays empty. */
export function formatPhone(digits: string): string {
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  if (brazilian) return `+55 ${brazilian[1]} ${brazilian[2]}-${brazilian[3]}`;
  return /^\d{7,15}$/.test(digits) ? `+${digits}` : digits;
}
