import { Switch } from '@mantine/core';
import { IconCopy, IconPlus, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { t } from '../../platform/i18n.ts';
import { ClockInput } from '../fields/clock-input.tsx';
import { IconButton } from '../icon-button.tsx';
import { useRowIds } from '../list/row-ids.ts';
import css from './hours.module.css';
import { copyToAllDays, type DayHours, emptyRange, isOvernight, rangeProblem, rangesMax, type TimeRange, weekdayName } from './hours.ts';

export type HoursFieldsProps = {
  hours: readonly DayHours[];
  onChange: (hours: DayHours[]) => void;
  /** Also validate times that may still be incomplete. */
  strict: boolean;
};

/** Opening hours, a row for every day of the week. */
export function HoursFields({ hours, onChange, strict }: HoursFieldsProps) {
  const change = (changed: DayHours) => onChange(hours.map((day) => (day.weekdayEn === changed.weekdayEn ? changed : day)));
  return (
    <div className={css.days}>
      {hours.map((day) => (
        <DayFields
          key={day.weekdayEn}
          day={day}
          strict={strict}
          onChange={change}
          onCopy={() => onChange(copyToAllDays(hours, day.weekdayEn))}
        />
      ))}
    </div>
  );
}

type DayFieldsProps = { day: DayHours; strict: boolean; onChange: (day: DayHours) => void; onCopy: () => void };

function DayFields({ day, strict, onChange, onCopy }: DayFieldsProps) {
  const name = weekdayName(day.weekdayEn);
  const hasTimes = day.ranges.some(({ startTime, endTime }) => startTime !== '' || endTime !== '');
  const canAdd = hasTimes && day.ranges.length < rangesMax;
  const rows = useRowIds(day.ranges.length);
  const addRange = () => onChange({ ...day, ranges: [...day.ranges, emptyRange] });
  const setRange = (at: number, range: TimeRange) => onChange({ ...day, ranges: day.ranges.map((each, i) => (i === at ? range : each)) });
  const removeRange = (at: number) => {
    rows.remove(at);
    onChange({ ...day, ranges: day.ranges.filter((_, i) => i !== at) });
  };
  return (
    <fieldset className={css.day}>
      <legend className={css.name}>{name}</legend>
      <div className={css.ranges}>
        {day.closed ? (
          <span className={css.state}>{t('Fechado o dia todo')}</span>
        ) : (
          day.ranges.map((range, at) => (
            <RangeFields
              key={rows.ids[at]}
              day={name}
              range={range}
              ofDay={day.ranges}
              strict={strict}
              onChange={(changed) => setRange(at, changed)}
              onRemove={day.ranges.length > 1 ? () => removeRange(at) : null}
              onAdd={canAdd && at === day.ranges.length - 1 ? addRange : null}
            />
          ))
        )}
      </div>
      <div className={css.aside}>
        <Switch
          label={t('Fechado')}
          aria-label={t('{{day}}: fechado', { day: name })}
          checked={day.closed}
          onChange={(event) => onChange({ ...day, closed: event.currentTarget.checked })}
        />
        <IconButton label={t('Copiar {{day}} para todos os dias', { day: name })} onClick={onCopy}>
          <IconCopy size={18} />
        </IconButton>
      </div>
    </fieldset>
  );
}

type RangeFieldsProps = {
  day: string;
  range: TimeRange;
  ofDay: readonly TimeRange[];
  strict: boolean;
  onChange: (range: TimeRange) => void;
  onRemove: (() => void) | null;
  onAdd: (() => void) | null;
};

function RangeFields({ day, range, ofDay, strict, onChange, onRemove, onAdd }: RangeFieldsProps) {
  const noteId = useId();
  const problem = rangeProblem(range, ofDay);
  const isEmpty = range.startTime === '' && range.endTime === '';
  // Do not validate while a time is being typed.
  const isTyping = !isEmpty && (range.endTime === '' || [range.startTime, range.endTime].some((time) => time !== '' && time.length < 5));
  const shown = strict || !isTyping ? problem : null;
  const note = shown ?? (isEmpty ? t('Aberto o dia todo') : isOvernight(range) ? t('até o dia seguinte') : null);
  return (
    <div className={css.range}>
      <ClockInput
        label={t('{{day}}: início', { day })}
        value={range.startTime}
        wrong={shown !== null}
        describedBy={note ? noteId : undefined}
        onChange={(startTime) => onChange({ ...range, startTime })}
      />
      <span className={css.to}>{t('até')}</span>
      <ClockInput
        label={t('{{day}}: fim', { day })}
        value={range.endTime}
        wrong={shown !== null}
        describedBy={note ? noteId : undefined}
        onChange={(endTime) => onChange({ ...range, endTime })}
      />
      {onRemove && (
        <IconButton label={t('Remover horário: {{day}}', { day })} onClick={onRemove}>
          <IconX size={18} />
        </IconButton>
      )}
      {onAdd && (
        <IconButton label={t('Adicionar horário: {{day}}', { day })} onClick={onAdd}>
          <IconPlus size={18} />
        </IconButton>
      )}
      {note && (
        <span id={noteId} className={shown ? css.problem : css.state}>
          {note}
        </span>
      )}
    </div>
  );
}
