import { type KeyboardEvent, useRef, useState } from 'react';
import { t } from '../../../platform/i18n.ts';
import css from './calendar.module.css';
import { daysBetween, format, plusDays, weekdayOf } from './calendar-days.ts';
import type { Occurrence } from './occurrences.ts';
import { dragType, type MarkActions, ScheduleMark } from './schedule-mark.tsx';

export type MonthViewProps = {
  label: string;
  range: { from: string; to: string };
  /** The day that has the focus; days of other months are pale. */
  day: string;
  today: string;
  occurrences: readonly Occurrence[];
  actions: MarkActions;
  onDay: (day: string) => void;
  onAdd: (day: string) => void;
  onMore: (day: string) => void;
  onDrop: (key: string, day: string) => void;
};

/** So many fit into a day. */
const shownMax = 3;

/** A month as a grid: arrows go from day to day, Enter schedules on that day. */
export function MonthView({ label, range, day, today, occurrences, actions, onDay, onAdd, onMore, onDrop }: MonthViewProps) {
  const grid = useRef<HTMLDivElement>(null);
  const days = daysBetween(range.from, range.to);
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  const [over, setOver] = useState<string | null>(null);
  const goTo = (next: string) => {
    onDay(next);
    window.requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent, on: string) => {
    if (event.target !== event.currentTarget) return;
    const next = dayAfterKey(event, on);
    if (next) goTo(next);
    else if (event.key === 'Enter' || event.key === ' ') onAdd(on);
    else return;
    event.preventDefault();
  };
  return (
    <div className={css.calendar}>
      <div ref={grid} role="grid" aria-label={label}>
        {/* biome-ignore lint/a11y/useFocusableInteractive: only days have the focus. */}
        <div role="row" className={css.weekdays}>
          {days.slice(0, 7).map((each) => (
            // biome-ignore lint/a11y/useFocusableInteractive: only days have the focus.
            <span key={each} role="columnheader" aria-label={format(each, { weekday: 'long' })}>
              {format(each, { weekday: 'short' })}
            </span>
          ))}
        </div>
        {weeks.map((week) => (
          // biome-ignore lint/a11y/useFocusableInteractive: only days have the focus.
          <div role="row" className={css.week} key={week[0]}>
            {week.map((each) => {
              const here = occurrences.filter((occurrence) => occurrence.day === each);
              const shown = here.length > shownMax ? here.slice(0, shownMax - 1) : here;
              const outside = each.slice(0, 7) !== day.slice(0, 7);
              return (
                <div
                  role="gridcell"
                  key={each}
                  className={css.day}
                  data-day={each}
                  data-outside={outside || undefined}
                  data-past={each < today || undefined}
                  data-over={over === each || undefined}
                  aria-current={each === today ? 'date' : undefined}
                  tabIndex={each === day ? 0 : -1}
                  onFocus={(event) => event.target === event.currentTarget && each !== day && onDay(each)}
                  onDoubleClick={(event) => event.target === event.currentTarget && onAdd(each)}
                  onKeyDown={(event) => onKeyDown(event, each)}
                  onDragOver={(event) => {
                    if (!event.dataTransfer.types.includes(dragType)) return;
                    event.preventDefault();
                    setOver(each);
                  }}
                  onDragLeave={() => setOver(null)}
                  onDrop={(event) => {
                    setOver(null);
                    onDrop(event.dataTransfer.getData(dragType), each);
                  }}
                >
                  <span className="visually-hidden">{dayLabel(each, here.length)}</span>
                  <span className={css.dayNumber} aria-hidden>
                    {each.endsWith('-01') && outside ? format(each, { day: 'numeric', month: 'short' }) : Number(each.slice(8))}
                  </span>
                  {shown.map((occurrence) => (
                    <ScheduleMark key={occurrence.key} occurrence={occurrence} actions={actions} />
                  ))}
                  {shown.length < here.length && (
                    <button type="button" className={css.more} onClick={() => onMore(each)}>
                      {t('mais {{n}}', { n: here.length - shown.length })}
                    </button>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

function dayLabel(day: string, count: number): string {
  const date = format(day, { weekday: 'long', day: 'numeric', month: 'long' });
  return count === 0 ? date : `${date}, ${t('{{count}} agendamentos', { count })}`;
}

function dayAfterKey({ key }: KeyboardEvent, day: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return plusDays(day, -1);
    case 'ArrowRight':
      return plusDays(day, 1);
    case 'ArrowUp':
      return plusDays(day, -7);
    case 'ArrowDown':
      return plusDays(day, 7);
    case 'Home':
      return plusDays(day, -weekdayOf(day));
    case 'End':
      return plusDays(day, 6 - weekdayOf(day));
    default:
      return null;
  }
}
