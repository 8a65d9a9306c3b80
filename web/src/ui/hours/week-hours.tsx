import css from './hours.module.css';
import { dayText, hoursOf, type Schedules, weekdayName } from './hours.ts';

/** Opening hours in words, for read-only views. */
export function WeekHours({ schedules }: { schedules: Schedules }) {
  return (
    <dl className={css.summary}>
      {hoursOf(schedules).flatMap((day) => [
        <dt key={day.weekdayEn}>{weekdayName(day.weekdayEn)}</dt>,
        <dd key={`${day.weekdayEn} hours`}>{dayText(day)}</dd>,
      ])}
    </dl>
  );
}
