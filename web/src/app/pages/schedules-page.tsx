import { clockAt, dayAt, momentOf } from '@balcao/contract/schedule-rules';
import type { ScheduleView } from '@balcao/contract/schedules';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useContact } from '../../data/contacts/queries.ts';
import { useCalendar } from '../../data/schedules/queries.ts';
import type { RenderTemplateField } from '../../data/templates/choosing.ts';
import { Calendar } from '../../features/outbound/schedules/calendar.tsx';
import { useDeletion, useFocusOnMoved, useMoving } from '../../features/outbound/schedules/calendar-actions.ts';
import { CalendarBar } from '../../features/outbound/schedules/calendar-bar.tsx';
import { monthName, placeIn, plusDays, rangeOf, stepped, titleOf } from '../../features/outbound/schedules/calendar-days.ts';
import { countsOf, occurrencesIn, type Situation, situationOf } from '../../features/outbound/schedules/occurrences.ts';
import { ScheduleDialog } from '../../features/outbound/schedules/schedule-dialog.tsx';
import type { ScheduleStart } from '../../features/outbound/schedules/schedule-form.ts';
import { isMovable, type MarkActions } from '../../features/outbound/schedules/schedule-mark.tsx';
import { SentDialog } from '../../features/outbound/schedules/sent-dialog.tsx';
import { useTimeZone } from '../../features/outbound/schedules/time-zone.ts';
import { now as clockNow, useNow } from '../../platform/clock.ts';
import { useCommand } from '../../platform/commands.ts';
import { errorText } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { phoneQuery, useMedia } from '../../platform/use-media.ts';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { Skeleton } from '../../ui/page/skeleton.tsx';
import css from './schedules-page.module.css';

const TemplateField = lazyPart(async () => ({
  default: (await import('../../features/outbound/templates/template-field.tsx')).TemplateField,
}));
const renderTemplate: RenderTemplateField = (props) => <TemplateField {...props} />;

const hour = 3_600_000;

/** The calendar of what is written for later. */
export function SchedulesPage() {
  usePageTitle(t('Agendamentos'));
  const timeZone = useTimeZone();
  const phone = useMedia(phoneQuery);
  const time = new Date(useNow());
  const today = dayAt(time, timeZone);
  const [params, setParams] = useSearchParams();
  const [hidden, setHidden] = useState<readonly Situation[]>([]);
  const [chosen, setOpen] = useState<ScheduleView | ScheduleStart | null>(null);
  const [openedAt] = useState(clockNow);
  const { view, day } = placeIn(params, phone, today);
  const search = params.get('search') ?? '';
  // `?contactId=7` opens the dialog for that contact.
  const contactId = Number(params.get('contactId')) || null;
  const open = chosen ?? (contactId === null ? null : { contactId, at: new Date(openedAt + hour) });
  const change = (changes: Record<string, string | null>) =>
    setParams(
      (before) => {
        for (const [key, value] of Object.entries(changes)) value ? before.set(key, value) : before.delete(key);
        return before;
      },
      { replace: true },
    );
  const range = rangeOf(view, day);
  const calendar = useCalendar(range, search);
  const all = calendar.data ? occurrencesIn(calendar.data.schedules, range, timeZone) : [];
  const shown = all.filter(({ schedule }) => !hidden.includes(situationOf(schedule)));
  const hasMonth = view === 'month' || view === 'agenda';
  // The days around a month are only looked at.
  const counted = hasMonth ? all.filter((each) => each.day.slice(0, 7) === day.slice(0, 7)) : all;

  const add = (start: Partial<ScheduleStart> = {}) => setOpen({ at: new Date(clockNow() + hour), ...start });
  const addOn = (onDay: string, clock: string) => {
    const at = momentOf(onDay, clock, timeZone);
    add(at && at.getTime() > clockNow() ? { at } : {});
  };
  useCommand('schedules.new', t('Novo agendamento'), () => add(), open === null);
  const remove = useDeletion(() => setOpen(null));
  const { move, said, moved } = useMoving(timeZone);
  useFocusOnMoved(moved, calendar.data);
  const actions: MarkActions = {
    onOpen: ({ schedule }) => setOpen(schedule),
    onDelete: ({ schedule }) => void remove(schedule),
    onShift: (occurrence, { days, minutes }) => {
      const at = momentOf(plusDays(occurrence.day, days), occurrence.clock, timeZone);
      if (at) move(occurrence, new Date(at.getTime() + minutes * 60_000));
    },
  };
  const drop = (key: string, onDay: string, clock?: string) => {
    const occurrence = all.find((each) => each.key === key);
    const at = occurrence && momentOf(onDay, clock ?? occurrence.clock, timeZone);
    if (occurrence && at && isMovable(occurrence)) move(occurrence, at);
  };
  const title = titleOf(view, day);
  return (
    <Page>
      <PageHeader
        title={t('Agendamentos')}
        {...(calendar.data && hasMonth && { note: t('{{count}} em {{month}}', { count: counted.length, month: monthName(day) }) })}
        search={<SearchInput label={t('Buscar por contato ou texto')} value={search} onSearch={(text) => change({ search: text })} />}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => add()}>
            {phone ? t('Agendar') : t('Novo agendamento')}
          </Button>
        }
      />
      <CalendarBar
        title={title}
        view={view}
        phone={phone}
        counts={calendar.data && countsOf(counted)}
        hidden={hidden}
        onStep={(step) => change({ day: stepped(view, day, step) })}
        onToday={() => change({ day: null })}
        onView={(next) => change({ view: next === 'month' ? null : next })}
        onToggle={(each) => setHidden(hidden.includes(each) ? hidden.filter((other) => other !== each) : [...hidden, each])}
      />
      {calendar.error && !calendar.data ? (
        <ErrorState
          title={t('Não foi possível carregar os agendamentos')}
          text={errorText(calendar.error)}
          onRetry={() => void calendar.refetch()}
        />
      ) : !calendar.data ? (
        <Skeleton height={480} />
      ) : (
        <Calendar
          view={view}
          label={title}
          range={range}
          day={day}
          today={today}
          clock={clockAt(time, timeZone)}
          phone={phone}
          occurrences={shown}
          searching={search !== ''}
          actions={actions}
          onDay={(next) => change({ day: next })}
          onMore={(next) => change({ day: next, view: view === 'day' ? 'agenda' : 'day' })}
          onAdd={addOn}
          onNew={() => add()}
          onDrop={drop}
        />
      )}
      {calendar.data?.hasMore && <p className={css.more}>{t('São mais de 1.000: veja uma semana ou um dia, ou busque.')}</p>}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <Dialogs
        open={open}
        onDelete={(schedule) => void remove(schedule)}
        onClose={() => {
          setOpen(null);
          if (params.has('contactId')) change({ contactId: null });
        }}
      />
    </Page>
  );
}

function Dialogs({
  open,
  onDelete,
  onClose,
}: {
  open: ScheduleView | ScheduleStart | null;
  onDelete: (schedule: ScheduleView) => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const contact = useContact(open && !('id' in open) ? (open.contactId ?? null) : null);
  if (!open) return null;
  if (!('id' in open)) {
    // The name of the contact is part of the form.
    if (open.contactId !== undefined && contact.isPending) return null;
    return (
      <ScheduleDialog schedule={open} contacts={contact.data ? [contact.data] : []} renderTemplate={renderTemplate} onClose={onClose} />
    );
  }
  if (open.status === 'ENVIADA' || open.status === 'AGENDADA') {
    const { ticketUuid } = open;
    return (
      <SentDialog
        schedule={open}
        onConversation={ticketUuid === null ? null : () => void navigate(`/tickets/${ticketUuid}`)}
        onDelete={open.status === 'AGENDADA' ? null : () => onDelete(open)}
        onClose={onClose}
      />
    );
  }
  return (
    <ScheduleDialog
      key={open.id}
      schedule={open}
      contacts={[open.contact]}
      renderTemplate={renderTemplate}
      onDelete={() => onDelete(open)}
      onClose={onClose}
    />
  );
}
