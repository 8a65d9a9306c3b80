import { Button, Popover, SegmentedControl, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import type { ContactFilter } from '../../../data/contacts/keys.ts';
import { formatDate } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import css from './contact-date-filter.module.css';

export type ContactDates = Pick<ContactFilter, 'date' | 'dateStart' | 'dateEnd'>;

/** Narrows the contacts to those added on one day or within a period. */
export function ContactDateFilter({ value, onChange }: { value: ContactDates; onChange: (dates: ContactDates) => void }) {
  const [opened, setOpened] = useState(false);
  const [period, setPeriod] = useState(Boolean(value.dateStart || value.dateEnd));
  const backwards = Boolean(value.dateStart && value.dateEnd && value.dateStart > value.dateEnd);
  const chosen = Boolean(value.date || value.dateStart || value.dateEnd);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={chosen ? 'light' : 'default'}
          leftSection={<IconCalendar size={16} />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {datesText(value)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className={css.fields}>
          <legend className="visually-hidden">{t('Adicionados em')}</legend>
          <SegmentedControl
            fullWidth
            value={period ? 'period' : 'day'}
            onChange={(kind) => {
              setPeriod(kind === 'period');
              onChange(kind === 'period' ? { ...(value.date ? { dateStart: value.date, dateEnd: value.date } : {}) } : {});
            }}
            data={[
              { value: 'day', label: t('Dia') },
              { value: 'period', label: t('Período') },
            ]}
          />
          {period ? (
            <div className={css.period}>
              <TextInput
                type="date"
                label={t('De')}
                value={value.dateStart ?? ''}
                onChange={(event) => onChange(without({ ...value, dateStart: event.currentTarget.value }))}
              />
              <TextInput
                type="date"
                label={t('Até')}
                value={value.dateEnd ?? ''}
                error={backwards ? t('O fim vem antes do início.') : null}
                onChange={(event) => onChange(without({ ...value, dateEnd: event.currentTarget.value }))}
              />
            </div>
          ) : (
            <TextInput
              type="date"
              label={t('Adicionados no dia')}
              value={value.date ?? ''}
              onChange={(event) => onChange(without({ date: event.currentTarget.value }))}
            />
          )}
          <Button variant="subtle" size="sm" disabled={!chosen} onClick={() => onChange({})}>
            {t('Limpar datas')}
          </Button>
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Empty days do not filter. */
function without(dates: ContactDates): ContactDates {
  return Object.fromEntries(Object.entries(dates).filter(([, day]) => day));
}

function datesText({ date, dateStart, dateEnd }: ContactDates): string {
  if (date) return formatDate(date);
  if (dateStart && dateEnd) return t('{{from}} a {{to}}', { from: formatDate(dateStart), to: formatDate(dateEnd) });
  if (dateStart) return t('Desde {{from}}', { from: formatDate(dateStart) });
  if (dateEnd) return t('Até {{to}}', { to: formatDate(dateEnd) });
  return t('Qualquer data');
}
