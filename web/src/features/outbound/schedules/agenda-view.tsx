import { IconRepeat } from '@tabler/icons-react';
import { Fragment } from 'react';
import { t } from '../../../platform/i18n.ts';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import css from './agenda.module.css';
import { capital, daysBetween, format, plusDays } from './calendar-days.ts';
import { type Occurrence, situationOf } from './occurrences.ts';
import { StatusIcon } from './schedule-mark.tsx';
import { messageText, reasonText, statusText } from './schedule-text.ts';
import { useTimeZone } from './time-zone.ts';

export type AgendaViewProps = {
  label: string;
  today: string;
  occurrences: readonly Occurrence[];
  /** Days above the list, to jump to; for phones. */
  strip: string | null;
  onOpen: (occurrence: Occurrence) => void;
};

/** A list by day. */
export function AgendaView({ label, today, occurrences, strip, onOpen }: AgendaViewProps) {
  const days = [...new Set(occurrences.map(({ day }) => day))];
  return (
    <section className={css.agenda} aria-label={label}>
      {strip !== null && <Strip day={strip} today={today} occurrences={occurrences} />}
      {days.map((day) => {
        const here = occurrences.filter((occurrence) => occurrence.day === day);
        return (
          <Fragment key={day}>
            <h3 className={css.day} id={`dia-${day}`}>
              {dayTitle(day, today)}
              {here.some(({ schedule }) => schedule.status === 'ERRO') && <span>{t('com erro')}</span>}
            </h3>
            <ul className={css.list}>
              {here.map((occurrence) => (
                <li key={occurrence.key}>
                  <Row occurrence={occurrence} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          </Fragment>
        );
      })}
    </section>
  );
}

function Row({ occurrence, onOpen }: { occurrence: Occurrence; onOpen: (occurrence: Occurrence) => void }) {
  const { schedule, clock } = occurrence;
  const timeZone = useTimeZone();
  const { word, tone } = statusText(schedule);
  return (
    <button type="button" className={css.row} data-later={occurrence.later || undefined} onClick={() => onOpen(occurrence)}>
      <time>{clock}</time>
      <span className={css.two}>
        <b>
          {schedule.contact.name} {schedule.repeat !== 'none' && <IconRepeat size={13} aria-label={t('repete')} />}
        </b>
        <span>{reasonText(schedule) ?? messageText(schedule, timeZone)}</span>
      </span>
      <StatusChip tone={tone} icon={<StatusIcon of={schedule} size={13} />}>
        {word}
      </StatusChip>
    </button>
  );
}

/** The week around a day: what happens on each, at a glance. */
function Strip({ day, today, occurrences }: { day: string; today: string; occurrences: readonly Occurrence[] }) {
  const days = daysBetween(plusDays(day, -2), plusDays(day, 5));
  return (
    <nav className={css.strip} aria-label={t('Dias')}>
      {days.map((each) => {
        const here = occurrences.filter((occurrence) => occurrence.day === each);
        const situations = here.map(({ schedule }) => situationOf(schedule));
        const mark = (['failed', 'waiting', 'sent'] as const).find((situation) => situations.includes(situation));
        return (
          <a key={each} href={`#dia-${each}`} aria-current={each === today ? 'date' : undefined}>
            <span>{format(each, { weekday: 'short' })}</span>
            <b>{Number(each.slice(8))}</b>
            <i data-situation={mark} />
            {here.length > 0 && <span className="visually-hidden">{t('{{count}} agendamentos', { count: here.length })}</span>}
          </a>
        );
      })}
    </nav>
  );
}

function dayTitle(day: string, today: string): string {
  const words = format(day, { weekday: 'long', day: 'numeric' });
  if (day === today) return t('Hoje, {{day}}', { day: words });
  return day.slice(0, 7) === today.slice(0, 7) ? capital(words) : capital(format(day, { weekday: 'long', day: 'numeric', month: 'long' }));
}
