import { Popover, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { now } from '../../../../../platform/clock.ts';
import { t } from '../../../../../platform/i18n.ts';
import chips from '../filters/list-chips.module.css';
import options from '../filters/picker-options.module.css';
import { lastDays, periodText, presetDays } from './period.ts';
import css from './search.module.css';

export type PeriodPickerProps = { from: string; to: string; onChange: (change: { from?: string; to?: string }) => void };

/** The period in which conversations went on: the last days with one press, or from one day to another. */
export function PeriodPicker({ from, to, onChange }: PeriodPickerProps) {
  const [opened, setOpened] = useState(false);
  const on = from !== '' || to !== '';
  const text = on ? periodText(from, to, now()) : '';
  const days = [
    { of: 'from', label: t('De'), value: from, max: to || undefined },
    { of: 'to', label: t('Até'), value: to, min: from || undefined },
  ] as const;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={chips.chip}
          data-on={on || undefined}
          aria-expanded={opened}
          aria-label={`${t('Período')}: ${text || t('todo')}`}
          onClick={() => setOpened(!opened)}
        >
          <span>{text || t('Período')}</span>
          <IconChevronDown size={12} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <fieldset className={css.presets} aria-label={t('Período')}>
          {presetDays.map((count) => (
            <button
              key={count}
              type="button"
              aria-pressed={to === '' && from === lastDays(count, now())}
              onClick={() => {
                setOpened(false);
                onChange({ from: lastDays(count, now()), to: '' });
              }}
            >
              {count === 1 ? t('Hoje') : t('Últimos {{n}} dias', { n: count })}
            </button>
          ))}
        </fieldset>
        <div className={css.days}>
          {days.map(({ of, label, ...day }) => (
            <TextInput
              key={of}
              type="date"
              size="xs"
              label={label}
              {...day}
              onChange={(event) => onChange({ [of]: event.currentTarget.value })}
            />
          ))}
        </div>
        {on && (
          <button type="button" className={options.clear} onClick={() => onChange({ from: '', to: '' })}>
            {t('Limpar filtro')}
          </button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
