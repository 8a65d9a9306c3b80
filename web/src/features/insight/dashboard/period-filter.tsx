import { dashboardDays, type PeriodQuery, periodMaxDays, periodOf } from '@balcao/contract/dashboard-rules';
import { Button, Popover, SegmentedControl, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { PeriodChoice } from '../../../data/dashboard/keys.ts';
import { t } from '../../../platform/i18n.ts';
import css from './dashboard.module.css';

/** `today`: the company's, until which a period without an end lasts. */
export type PeriodFilterProps = {
  choice: PeriodChoice;
  from: string;
  until: string;
  today: string;
  onChoose: (choice: PeriodChoice) => void;
};

/** By period, in days, or by date, from one day to another. */
export function PeriodFilter({ choice, from, until, today, onChoose }: PeriodFilterProps) {
  const [opened, setOpened] = useState(false);
  const [dates, setDates] = useState({ from, until });
  const [fault, setFault] = useState<string | null>(null);
  const open = () => {
    setDates({ from, until });
    setFault(null);
    setOpened(!opened);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = { ...(dates.from && { date_from: dates.from }), ...(dates.until && { date_to: dates.until }) };
    const wrong = faultOf(wanted, today);
    setFault(wrong);
    if (wrong) return;
    setOpened(false);
    onChoose(wanted);
  };
  return (
    <div className={css.period}>
      <SegmentedControl
        aria-label={t('Período em dias')}
        withItemsBorders={false}
        value={'days' in choice ? String(choice.days) : ''}
        onChange={(days) => onChoose({ days: Number(days) })}
        data={dashboardDays.map(String)}
      />
      <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant={'days' in choice ? 'default' : 'light'}
            leftSection={<IconCalendar size={16} />}
            aria-expanded={opened}
            onClick={open}
          >
            {t('Datas')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <form onSubmit={submit} noValidate>
            <fieldset className={css.fields}>
              <legend className="visually-hidden">{t('Filtro por data')}</legend>
              <TextInput
                type="date"
                label={t('De')}
                value={dates.from}
                onChange={(event) => setDates({ ...dates, from: event.currentTarget.value })}
              />
              <TextInput
                type="date"
                label={t('Até')}
                value={dates.until}
                error={fault}
                onChange={(event) => setDates({ ...dates, until: event.currentTarget.value })}
              />
              <Button type="submit">{t('Filtrar')}</Button>
            </fieldset>
          </form>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

/** What is wrong with a period of dates, in words; null if nothing is. */
export function faultOf(wanted: PeriodQuery, today: string): string | null {
  const period = periodOf(wanted, today);
  if (!('field' in period)) return null;
  switch (period.code) {
    case 'required':
      return t('Parametrize o filtro');
    case 'too_small':
      return t('O fim vem antes do início.');
    case 'too_big':
      return t('No máximo {{max}} dias.', { max: periodMaxDays });
  }
}
