import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../../platform/i18n.ts';
import { ScrollRegion } from '../../../ui/page/scroll-region.tsx';
import css from './calendar.module.css';
import { daysBetween, firstMinute, format } from './calendar-days.ts';
import { lanesOf, minutesOf } from './lanes.ts';
import type { Occurrence } from './occurrences.ts';
import { dragType, type MarkActions, ScheduleMark } from './schedule-mark.tsx';

export type HoursViewProps = {
  label: string;
  range: { from: string; to: string };
  today: string;
  /** HH:mm, now. */
  clock: string;
  occurrences: readonly Occurrence[];
  actions: MarkActions;
  onAdd: (day: string, clock: string) => void;
  /** To see all of a day. */
  onMore: (day: string) => void;
  onDrop: (key: string, day: string, clock: string) => void;
};

const hourPx = 66;
/** A mark covers an hour, so that its three lines can be read. */
const markPx = 62;
/** The width of what counts the rest. */
const restPx = 30;
const stepMinutes = 15;
/** So many stand side by side in a day alone, and in one of several. */
const lanesMax = { alone: 6, among: 2 };

/** Days as columns of hours: week, work week and day. */
export function HoursView({ label, range, today, clock, occurrences, actions, onAdd, onMore, onDrop }: HoursViewProps) {
  const body = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState<string | null>(null);
  const days = daysBetween(range.from, range.to);
  const first = occurrences.map((each) => minutesOf(each.clock)).sort((a, b) => a - b)[0] ?? null;
  const isEmpty = first === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other days begin at their first hour, which comes later where they are still loaded.
  useLayoutEffect(() => {
    if (!body.current) return;
    const minute = firstMinute(first, (body.current.clientHeight / hourPx) * 60 - 15);
    body.current.scrollTop = ((minute - 15) / 60) * hourPx;
  }, [range.from, range.to, isEmpty]);
  return (
    <section className={css.calendar} aria-label={label} style={{ '--columns': days.length } as React.CSSProperties}>
      <div className={css.hoursHead} aria-hidden>
        <span />
        {days.map((day) => (
          <span key={day} data-today={day === today || undefined}>
            {format(day, { weekday: 'short' })} <b>{Number(day.slice(8))}</b>
          </span>
        ))}
      </div>
      <ScrollRegion className={css.hoursBody} ref={body} role="group" label={t('Horas')}>
        <div className={css.hours} aria-hidden>
          {Array.from({ length: 24 }, (_, hour) => (
            <span key={clockOf(hour * 60)}>{clockOf(hour * 60)}</span>
          ))}
        </div>
        {days.map((day) => {
          const here = occurrences.filter((occurrence) => occurrence.day === day);
          const { marks, rests } = lanesOf(here, days.length === 1 ? lanesMax.alone : lanesMax.among);
          return (
            <div
              key={day}
              role="group"
              className={css.column}
              data-today={day === today || undefined}
              data-over={over === day || undefined}
              aria-label={format(day, { weekday: 'long', day: 'numeric', month: 'long' })}
              onDoubleClick={(event) => event.target === event.currentTarget && onAdd(day, clockAtPoint(event))}
              onDragOver={(event) => {
                if (!event.dataTransfer.types.includes(dragType)) return;
                event.preventDefault();
                setOver(day);
              }}
              onDragLeave={() => setOver(null)}
              onDrop={(event) => {
                setOver(null);
                onDrop(event.dataTransfer.getData(dragType), day, clockAtPoint(event));
              }}
            >
              {marks.map(({ occurrence, lane, lanes, isCounted }) => (
                <div
                  key={occurrence.key}
                  className={css.placed}
                  style={{
                    top: (minutesOf(occurrence.clock) / 60) * hourPx + 2,
                    height: markPx,
                    left: `calc((100% - ${isCounted ? restPx : 0}px) * ${lane / lanes} + 2px)`,
                    width: `calc((100% - ${isCounted ? restPx : 0}px) / ${lanes} - 4px)`,
                  }}
                >
                  <ScheduleMark occurrence={occurrence} hours actions={actions} />
                </div>
              ))}
              {rests.map(({ clock, count }) => (
                <button
                  key={clock}
                  type="button"
                  className={css.rest}
                  style={{ top: (minutesOf(clock) / 60) * hourPx + 2, height: markPx, width: restPx }}
                  aria-label={t('mais {{n}}', { n: count })}
                  onClick={() => onMore(day)}
                >
                  +{count}
                </button>
              ))}
              {day === today && (
                <span
                  className={css.now}
                  style={{ top: (minutesOf(clock) / 60) * hourPx }}
                  role="img"
                  aria-label={t('Agora, {{clock}}', { clock })}
                />
              )}
              <AddHere day={day} onAdd={onAdd} />
            </div>
          );
        })}
      </ScrollRegion>
    </section>
  );
}

/** The keyboard's way to schedule on a day. */
function AddHere({ day, onAdd }: { day: string; onAdd: (day: string, clock: string) => void }) {
  const onKeyDown = (event: KeyboardEvent) => event.stopPropagation();
  return (
    <button type="button" className={css.addHere} onKeyDown={onKeyDown} onClick={() => onAdd(day, '09:00')}>
      {t('Agendar em {{day}}', { day: format(day, { weekday: 'long', day: 'numeric', month: 'long' }) })}
    </button>
  );
}

function clockAtPoint({ clientY, currentTarget }: { clientY: number; currentTarget: EventTarget & Element }): string {
  const minutes = ((clientY - currentTarget.getBoundingClientRect().top) / hourPx) * 60;
  return clockOf(Math.min(24 * 60 - stepMinutes, Math.max(0, Math.round(minutes / stepMinutes) * stepMinutes)));
}

function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
