import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { formatDate } from '../../platform/format.ts';
import { t } from '../../platform/i18n.ts';
import { ClockInput } from '../fields/clock-input.tsx';
import { IconButton } from '../icon-button.tsx';
import { type HolidayRow, holidayProblem, withNewHoliday } from './holidays.ts';
import css from './hours.module.css';

export type HolidayFieldsProps = {
  rows: readonly HolidayRow[];
  onChange: (rows: HolidayRow[]) => void;
  /** Also validate rows that are still empty. */
  strict: boolean;
};

/** The days on which the hours of the week do not count. */
export function HolidayFields({ rows, onChange, strict }: HolidayFieldsProps) {
  const change = (changed: HolidayRow) => onChange(rows.map((row) => (row.row === changed.row ? changed : row)));
  return (
    <div className={css.holidays}>
      {rows.length === 0 && <p className={css.hint}>{t('Nenhum feriado. Em todos os dias valem os horários da semana.')}</p>}
      {rows.map((row) => {
        const problem = holidayProblem(row, rows);
        const shown = problem && (strict || row.date !== '') ? problem : null;
        const name = row.name || (row.date ? formatDate(row.date) : t('novo feriado'));
        return (
          <fieldset key={row.row} className={css.holiday}>
            <legend className="visually-hidden">{name}</legend>
            <TextInput
              type="date"
              aria-label={t('Data')}
              error={shown !== null}
              value={row.date}
              onChange={(event) => change({ ...row, date: event.currentTarget.value })}
            />
            <TextInput
              className={css.holidayName ?? ''}
              aria-label={t('Nome do feriado')}
              placeholder={t('Nome, por exemplo Natal')}
              maxLength={60}
              value={row.name}
              onChange={(event) => change({ ...row, name: event.currentTarget.value })}
            />
            <div className={css.holidayTimes}>
              <ClockInput label={t('Aberto de')} value={row.from} onChange={(from) => change({ ...row, from })} />
              <span className={css.to}>{t('até')}</span>
              <ClockInput label={t('Aberto até')} value={row.to} onChange={(to) => change({ ...row, to })} />
              {row.from === '' && row.to === '' && <span className={css.state}>{t('Fechado')}</span>}
              {!problem && row.to < row.from && <span className={css.state}>{t('até o dia seguinte')}</span>}
            </div>
            <IconButton
              className={css.holidayRemove ?? ''}
              label={t('Excluir feriado: {{name}}', { name })}
              onClick={() => onChange(rows.filter((other) => other.row !== row.row))}
            >
              <IconTrash size={18} />
            </IconButton>
            {shown && (
              <span className={css.problem} role="alert">
                {shown}
              </span>
            )}
          </fieldset>
        );
      })}
      <div>
        <Button variant="default" size="sm" leftSection={<IconPlus size={16} />} onClick={() => onChange(withNewHoliday(rows))}>
          {t('Adicionar feriado')}
        </Button>
      </div>
    </div>
  );
}
