import { Button } from '@mantine/core';
import { IconCalendarClock } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { AgendaView } from './agenda-view.tsx';
import { type CalendarView, monthStart, plusDays } from './calendar-days.ts';
import { HoursView } from './hours-view.tsx';
import { MonthView } from './month-view.tsx';
import type { Occurrence } from './occurrences.ts';
import type { MarkActions } from './schedule-mark.tsx';

export type CalendarProps = {
  view: CalendarView;
  label: string;
  range: { from: string; to: string };
  day: string;
  today: string;
  clock: string;
  phone: boolean;
  occurrences: readonly Occurrence[];
  searching: boolean;
  actions: MarkActions;
  onDay: (day: string) => void;
  onMore: (day: string) => void;
  onAdd: (day: string, clock: string) => void;
  onNew: () => void;
  onDrop: (key: string, day: string, clock?: string) => void;
};

/** The calendar as one looks at it: by month, by the hours of its days, or as a list. */
export function Calendar({
  view,
  label,
  range,
  day,
  today,
  clock,
  phone,
  occurrences,
  searching,
  actions,
  onDay,
  onMore,
  onAdd,
  onNew,
  onDrop,
}: CalendarProps) {
  if (view === 'month') {
    return (
      <MonthView
        label={label}
        range={range}
        day={day}
        today={today}
        occurrences={occurrences}
        actions={actions}
        onDay={onDay}
        onAdd={(each) => onAdd(each, '09:00')}
        onMore={onMore}
        onDrop={onDrop}
      />
    );
  }
  if (view !== 'agenda') {
    return (
      <HoursView
        label={label}
        range={range}
        today={today}
        clock={clock}
        occurrences={occurrences}
        actions={actions}
        onAdd={onAdd}
        onMore={onMore}
        onDrop={onDrop}
      />
    );
  }
  if (occurrences.length === 0) {
    return (
      <EmptyState
        art={<IconCalendarClock />}
        title={searching ? t('Nada encontrado neste mês') : t('Nada agendado neste mês')}
        action={<Button onClick={onNew}>{t('Novo agendamento')}</Button>}
      >
        {t('Escreva agora e deixe a mensagem sair na hora certa: um lembrete, um aviso de entrega, um retorno.')}
      </EmptyState>
    );
  }
  return (
    <AgendaView
      label={label}
      today={today}
      occurrences={occurrences}
      strip={phone ? (day.slice(0, 7) === today.slice(0, 7) ? today : plusDays(monthStart(day), 2)) : null}
      onOpen={actions.onOpen}
    />
  );
}
