import { Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../../../platform/i18n.ts';
import { hoursOf, type Schedules } from '../../../../ui/hours/hours.ts';
import { HoursFields } from '../../../../ui/hours/hours-fields.tsx';
import { WeekHours } from '../../../../ui/hours/week-hours.tsx';
import css from './connection-dialog.module.css';
import type { ConnectionValues } from './connection-form.ts';

export type OwnHoursProps = { form: UseFormReturnType<ConnectionValues>; company: Schedules };

/** Opening hours of one number, in place of the company's. They start as a copy of those. */
export function OwnHours({ form, company }: OwnHoursProps) {
  const { hours } = form.values;
  return (
    <>
      <Switch
        label={t('Horários próprios desta conexão')}
        description={t('Desligado, valem os horários da empresa. Os feriados da empresa valem sempre.')}
        checked={hours !== null}
        onChange={(event) => form.setFieldValue('hours', event.currentTarget.checked ? hoursOf(company) : null)}
      />
      {hours ? (
        <>
          <p className={css.text}>{t('Sem horários, o dia fica aberto o dia todo. Um fim antes do início vai até o dia seguinte.')}</p>
          <HoursFields
            hours={hours}
            // After a failed save, validate while typing.
            strict={form.errors.hours !== undefined}
            onChange={(changed) => form.setFieldValue('hours', changed)}
          />
        </>
      ) : (
        <WeekHours schedules={company} />
      )}
    </>
  );
}
