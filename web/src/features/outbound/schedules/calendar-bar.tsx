import { Button, SegmentedControl } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconChevronLeft, IconChevronRight, IconClockHour4 } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import css from './calendar-bar.module.css';
import { type CalendarView, calendarViews } from './calendar-days.ts';
import { type Situation, situations } from './occurrences.ts';

export type CalendarBarProps = {
  title: string;
  view: CalendarView;
  /** Phones show the agenda only. */
  phone: boolean;
  counts: { waiting: number; sent: number; failed: number } | undefined;
  hidden: readonly Situation[];
  onStep: (step: 1 | -1) => void;
  onToday: () => void;
  onView: (view: CalendarView) => void;
  onToggle: (situation: Situation) => void;
};

/** What is shown of the calendar, and its counts, each of which can be switched off. */
export function CalendarBar({ title, view, phone, counts, hidden, onStep, onToday, onView, onToggle }: CalendarBarProps) {
  return (
    <div className={css.bar}>
      <div className={css.period}>
        <IconButton label={t('Anterior')} onClick={() => onStep(-1)}>
          <IconChevronLeft size={18} />
        </IconButton>
        <h2 aria-live="polite">{title}</h2>
        <IconButton label={t('Próximo')} onClick={() => onStep(1)}>
          <IconChevronRight size={18} />
        </IconButton>
        <Button variant="default" size="sm" onClick={onToday}>
          {t('Hoje')}
        </Button>
      </div>
      <fieldset className={css.filter}>
        <legend className="visually-hidden">{t('Filtrar por situação')}</legend>
        {situations.map((situation) => (
          <button
            key={situation}
            type="button"
            data-situation={situation}
            aria-pressed={!hidden.includes(situation)}
            onClick={() => onToggle(situation)}
          >
            <Icon situation={situation} />
            {word(situation)} <b>{counts?.[situation] ?? '–'}</b>
          </button>
        ))}
      </fieldset>
      {!phone && (
        <SegmentedControl
          aria-label={t('Ver por')}
          withItemsBorders={false}
          data={calendarViews.map((value) => ({ value, label: viewWord(value) }))}
          value={view}
          onChange={(value) => onView(value as CalendarView)}
        />
      )}
    </div>
  );
}

function Icon({ situation }: { situation: Situation }) {
  switch (situation) {
    case 'waiting':
      return <IconClockHour4 size={14} aria-hidden />;
    case 'sent':
      return <IconCheck size={14} aria-hidden />;
    case 'failed':
      return <IconAlertCircle size={14} aria-hidden />;
  }
}

function word(situation: Situation): string {
  switch (situation) {
    case 'waiting':
      return t('Aguardando');
    case 'sent':
      return t('Enviados');
    case 'failed':
      return t('Com erro');
  }
}

function viewWord(view: CalendarView): string {
  switch (view) {
    case 'month':
      return t('Mês');
    case 'week':
      return t('Semana');
    case 'work_week':
      return t('Dias úteis');
    case 'day':
      return t('Dia');
    case 'agenda':
      return t('Agenda');
  }
}
