// When a message may go out later, as the composer offers it. Pure.
import { dayAt, momentOf } from '@balcao/contract/schedule-rules';
import { plusDays, weekdayOf } from './calendar-days.ts';

export type LaterTime = { kind: 'hour' | 'afternoon' | 'evening' | 'tomorrow' | 'monday'; at: Date };

/** In an hour; this afternoon, or this evening; tomorrow morning, or Monday morning before a weekend. */
export function laterTimes(now: Date, timeZone: string): LaterTime[] {
  const today = dayAt(now, timeZone);
  const times: LaterTime[] = [{ kind: 'hour', at: new Date(now.getTime() + 3_600_000) }];
  const add = (kind: LaterTime['kind'], day: string, clock: string) => {
    const at = momentOf(day, clock, timeZone);
    if (at && at.getTime() > now.getTime() + 3_600_000) times.push({ kind, at });
    return times.length;
  };
  if (add('afternoon', today, '14:00') === 1) add('evening', today, '18:00');
  const weekday = weekdayOf(today);
  if (weekday >= 1 && weekday <= 4) add('tomorrow', plusDays(today, 1), '08:00');
  else add('monday', plusDays(today, weekday === 0 ? 1 : 8 - weekday), '08:00');
  return times;
}
