// When a company or a queue is open. Pure, and shared: the server decides by it, the browser shows it.
// Open is the default: a day without an entry, or an entry without times, is open all day. Closed must be stated: by equal times such as
// 00:00-00:00, by hours that do not include the moment, or by a holiday.

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

export type ScheduleEntry = {
  weekdayEn: Weekday;
  /** HH:mm or empty. If later than `endTime`, the hours end on the next day. */
  startTime: string;
  endTime: string;
};

export type Holiday = {
  /** YYYY-MM-DD */
  date: string;
  /** HH:mm. With both, open between them as on a weekday; else closed all day. */
  from?: string | undefined;
  to?: string | undefined;
};

export type Hours = { schedules: readonly ScheduleEntry[]; holidays?: readonly Holiday[] | undefined };

/** Is it open at this moment? The end minute still counts as open. Daylight saving time follows the time zone. */
export function isOpen(hours: Hours, at: Date, timeZone: string): boolean {
  const minute = minuteOf(clockAt(at, timeZone)) ?? 0;
  const day = dayAt(at, timeZone);
  const [today, yesterday] = [hoursOn(day, hours), hoursOn(dayBefore(day), hours)];
  if (!today.isHoliday && yesterday.ranges.some((range) => isTail(range, minute))) return true;
  return today.ranges.length === 0 || today.ranges.some((range) => isWithin(range, minute));
}

/** The entries for a connection where the company's hours apply: its own, if it has any. */
export function schedulesOn(
  connection: { schedules: readonly ScheduleEntry[] } | null,
  company: { schedules: readonly ScheduleEntry[] },
): readonly ScheduleEntry[] {
  return connection && connection.schedules.length > 0 ? connection.schedules : company.schedules;
}

/** When it is open on a day (YYYY-MM-DD), in minutes of that day: in order, without overlap, 1440 for its end. */
export function openRangesOn(day: string, hours: Hours): { start: number; end: number }[] {
  const [today, yesterday] = [hoursOn(day, hours), hoursOn(dayBefore(day), hours)];
  const whole = { start: 0, end: 1440 };
  const own = today.ranges.map((range) => {
    const [start, end] = [minuteOf(range.startTime), minuteOf(range.endTime)];
    return start === null || end === null ? whole : { start, end: start > end ? 1440 : end };
  });
  const tails = yesterday.ranges.flatMap((range) => {
    const [start, end] = [minuteOf(range.startTime), minuteOf(range.endTime)];
    return start !== null && end !== null && start > end && !today.isHoliday ? [{ start: 0, end }] : [];
  });
  if (today.ranges.length === 0) return [whole];
  const merged: { start: number; end: number }[] = [];
  for (const range of [...tails, ...own].filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

type Range = Pick<ScheduleEntry, 'startTime' | 'endTime'>;

const closed: Range = { startTime: '00:00', endTime: '00:00' };

/** The hours of a day: by its holiday, else by its weekday. */
function hoursOn(day: string, { schedules, holidays = [] }: Hours): { isHoliday: boolean; ranges: readonly Range[] } {
  const holiday = holidays.find(({ date }) => date === day);
  if (!holiday) return { isHoliday: false, ranges: schedules.filter(({ weekdayEn }) => weekdayEn === weekdays[weekdayOf(day)]) };
  const { from, to } = holiday;
  return { isHoliday: true, ranges: [from && to ? { startTime: from, endTime: to } : closed] };
}

function isWithin({ startTime, endTime }: Range, minute: number): boolean {
  const [start, end] = [minuteOf(startTime), minuteOf(endTime)];
  if (start === null || end === null) return true;
  return start < end ? start <= minute && minute <= end : start > end && minute >= start;
}

/** Do hours that began the day before last until this minute? */
function isTail({ startTime, endTime }: Range, minute: number): boolean {
  const [start, end] = [minuteOf(startTime), minuteOf(endTime)];
  return start !== null && end !== null && start > end && minute <= end;
}

function minuteOf(clock: string | undefined): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock ?? '') ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

function weekdayOf(day: string): number {
  return (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;
}

function dayBefore(day: string): string {
  const noon = new Date(`${day}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() - 1);
  return noon.toISOString().slice(0, 10);
}

/** YYYY-MM-DD in the time zone. */
export function dayAt(at: Date, timeZone: string): string {
  const { year, month, day } = partsOf(at, timeZone);
  return `${year}-${month}-${day}`;
}

/** HH:mm in the time zone. */
export function clockAt(at: Date, timeZone: string): string {
  const { hour, minute } = partsOf(at, timeZone);
  return `${hour}:${minute}`;
}

/** The instant of a day and time in the time zone; a close one if that hour occurs twice or never. Null for an invalid day or time. */
export function momentOf(day: string, clock: string, timeZone: string): Date | null {
  const wall = Date.parse(`${day}T${clock}:00Z`);
  if (Number.isNaN(wall) || minuteOf(clock) === null) return null;
  // The offset must be that of the result; the first guess is close to it.
  const first = wall - offsetAt(wall, timeZone);
  return new Date(wall - offsetAt(first, timeZone));
}

/** The instant that a client writes: with its offset, or as the clock of the time zone shows it. Null for what is none. */
export function momentFrom(text: string, timeZone: string): Date | null {
  const [, day = '', clock = '', seconds = '00', offset] =
    /^(\S{10})[T ](\d{2}:\d{2})(?::(\d{2}(?:\.\d+)?))?(Z|[+-]\d{2}:?\d{2})?$/.exec(text) ?? [];
  if (offset === undefined) {
    const at = momentOf(day, clock, timeZone);
    return at && new Date(at.getTime() + Math.floor(Number(seconds) * 1000));
  }
  const at = new Date(`${day}T${clock}:${seconds}${offset}`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Offset of the time zone from UTC, in milliseconds; positive if ahead. */
function offsetAt(time: number, timeZone: string): number {
  const at = new Date(time);
  return Date.parse(`${dayAt(at, timeZone)}T${clockAt(at, timeZone)}:00Z`) - Math.floor(time / 60_000) * 60_000;
}

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute';

// Cached: creating one takes longer than everything else.
const formats = new Map<string, Intl.DateTimeFormat>();

function partsOf(at: Date, timeZone: string): Record<Part, string> {
  const parts: Record<Part, string> = { year: '1970', month: '01', day: '01', hour: '00', minute: '00' };
  if (Number.isNaN(at.getTime())) return parts;
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) if (type in parts) parts[type as Part] = value.padStart(2, '0');
  return { ...parts, year: parts.year.padStart(4, '0') };
}

/** Falls back to UTC if this machine does not know the zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const wanted = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
  } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { ...wanted, timeZone });
  } catch {
    format = new Intl.DateTimeFormat('en-US', { ...wanted, timeZone: 'UTC' });
  }
  formats.set(timeZone, format);
  return format;
}
