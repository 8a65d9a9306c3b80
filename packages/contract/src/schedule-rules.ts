// When a company or a queue is open. Pure, and shared: the server decides by it, the browser shows it.
// What was not said is open: a day without an entry and an entry without times are open all day. Closed is said: by equal times, as in
// 00:00-00:00, by hours that do not hold the moment, or by a holiday.

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

export type ScheduleEntry = {
  weekdayEn: Weekday;
  /** HH:mm or empty. Later than `endTime`, it lasts into the next day. */
  startTime: string;
  endTime: string;
};

export type Holiday = {
  /** YYYY-MM-DD */
  date: string;
  /** HH:mm; with both, open between them as on a weekday, else closed all day. */
  from?: string | undefined;
  to?: string | undefined;
};

export type Hours = { schedules: readonly ScheduleEntry[]; holidays?: readonly Holiday[] | undefined };

/** Is it open at this moment? Of each day the last minute named still counts. Daylight saving time is that of the time zone. */
export function isOpen(hours: Hours, at: Date, timeZone: string): boolean {
  const minute = minuteOf(clockAt(at, timeZone)) ?? 0;
  const day = dayAt(at, timeZone);
  const [today, yesterday] = [hoursOn(day, hours), hoursOn(dayBefore(day), hours)];
  if (!today.isHoliday && yesterday.ranges.some((range) => isTail(range, minute))) return true;
  return today.ranges.length === 0 || today.ranges.some((range) => isWithin(range, minute));
}

/** The entries that count on a connection where hours are the company's: its own, if it has any. */
export function schedulesOn(
  connection: { schedules: readonly ScheduleEntry[] } | null,
  company: { schedules: readonly ScheduleEntry[] },
): readonly ScheduleEntry[] {
  return connection && connection.schedules.length > 0 ? connection.schedules : company.schedules;
}

type Range = Pick<ScheduleEntry, 'startTime' | 'endTime'>;

const closed: Range = { startTime: '00:00', endTime: '00:00' };

/** What is said of a day: by its holiday, else by its weekday. */
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

/** Do hours of the day before last until this minute? */
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

/** When a clock in the time zone shows this on that day; of an hour that comes twice or never, a moment next to it. Null for no such day or time. */
export function momentOf(day: string, clock: string, timeZone: string): Date | null {
  const wall = Date.parse(`${day}T${clock}:00Z`);
  if (Number.isNaN(wall) || minuteOf(clock) === null) return null;
  // The offset is that of the moment looked for, which the first try is near.
  const first = wall - offsetAt(wall, timeZone);
  return new Date(wall - offsetAt(first, timeZone));
}

/** How far clocks in the time zone are ahead of UTC, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const at = new Date(time);
  return Date.parse(`${dayAt(at, timeZone)}T${clockAt(at, timeZone)}:00Z`) - Math.floor(time / 60_000) * 60_000;
}

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute';

// Building one takes longer than all the rest.
const formats = new Map<string, Intl.DateTimeFormat>();

function partsOf(at: Date, timeZone: string): Record<Part, string> {
  const parts: Record<Part, string> = { year: '1970', month: '01', day: '01', hour: '00', minute: '00' };
  if (Number.isNaN(at.getTime())) return parts;
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) if (type in parts) parts[type as Part] = value.padStart(2, '0');
  return { ...parts, year: parts.year.padStart(4, '0') };
}

/** Of a zone this machine does not know: UTC. */
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
