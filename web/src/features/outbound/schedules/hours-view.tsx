import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../../platform/i18n.ts';
import { ScrollRegion } from '../../../ui/page/scroll-region.tsx';
import css from './calendar.module.css';
import { daysBetween, firstMinute, format } from './calendar-days.ts';
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
  onDrop: (key: string, day: string, clock: string) => void;
};

const hourPx = 66;
/** A mark covers an hour, so that its three lines can be read. */
const markPx = 62;
const stepMinutes = 15;

/** Days as columns of hours: week, work week and day. */
export function HoursView({ label, range, today, clock, occurrences, actions, onAdd, onDrop }: HoursViewProps) {
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
              {lanesOf(here).map(({ occurrence, lane, lanes }) => (
                <div
                  key={occurrence.key}
                  className={css.placed}
                  style={{
                    top: (minutesOf(occurrence.clock) / 60) * hourPx + 2,
                    height: markPx,
                    left: `calc(${(lane / lanes) * 100}% + 4px)`,
                    width: `calc(${100 / lanes}% - 8px)`,
                  }}
                >
                  <ScheduleMark occurrence={occurrence} hours actions={actions} />
                </div>
              ))}
              {day === today && (
                <span
                  className={css.now}
                  style={{ top: (minutesOf(clock) / 60) * hourPx }}
                  role="img"
                  aria-label={t('Agora, {{clock}}', { clock })}
                >
                  <i>{clock}</i>
                </span>
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

type Lane = { occurrence: Occurrence; lane: number; lanes: number };

/** What overlaps stands side by side. */
function lanesOf(occurrences: readonly Occurrence[]): Lane[] {
  const placed: Lane[] = [];
  let group: Lane[] = [];
  let end = -1;
  for (const occurrence of occurrences) {
    const start = minutesOf(occurrence.clock);
    if (start >= end) group = [];
    const taken = new Set(group.filter((other) => minutesOf(other.occurrence.clock) + 60 > start).map(({ lane }) => lane));
    const lane = [0, 1, 2, 3, 4, 5].find((free) => !taken.has(free)) ?? 0;
    const added = { occurrence, lane, lanes: 1 };
    group.push(added);
    placed.push(added);
    const lanes = Math.max(...group.map((each) => each.lane)) + 1;
    for (const each of group) each.lanes = lanes;
    end = Math.max(end, start + 60);
  }
  return placed;
}

function clockAtPoint({ clientY, currentTarget }: { clientY: number; currentTarget: EventTarget & Element }): string {
  const minutes = ((clientY - currentTarget.getBoundingClientRect().top) / hourPx) * 60;
  return clockOf(Math.min(24 * 60 - stepMinutes, Math.max(0, Math.round(minutes / stepMinutes) * stepMinutes)));
}

export function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

export function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
