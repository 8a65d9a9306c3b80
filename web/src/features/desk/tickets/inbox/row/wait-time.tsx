// How long a customer has waited, tinted by what their queue promised. Loaded after the list stands.
import type { TicketView } from '@balcao/contract/tickets';
import { type DueState, dueOf, dueState } from '@balcao/contract/working-time-rules';
import { IconAlertTriangle, IconClockExclamation, IconClockHour4 } from '@tabler/icons-react';
import { useTicketPromises } from '../../../../../data/tickets/queries.ts';
import { formatAgo, formatDateTime } from '../../../../../platform/format.ts';
import { t } from '../../../../../platform/i18n.ts';
import { shortMinutes, waitText } from '../../ticket-text.ts';
import row from './ticket-row.module.css';
import css from './wait-time.module.css';

type Promises = ReturnType<typeof useTicketPromises>;

/** How a ticket stands against what was promised; null if nothing was. */
export function standingOf(ticket: TicketView, promises: Promises, now: number): (DueState & { kind: 'answer' | 'resolution' }) | null {
  const promised = promises?.queues.find(({ queueId }) => queueId === ticket.queueId);
  if (!promises || !promised || ticket.status === 'closed') return null;
  const own = promises.connections.find(({ whatsappId }) => whatsappId === ticket.whatsappId);
  const hours = { schedules: own?.schedules ?? promised.schedules, holidays: promises.holidays };
  const due = dueOf(ticket, promised, hours, promises.timeZone);
  return due && { ...dueState(due, new Date(now), hours, promises.timeZone), kind: due.kind };
}

/** The time of a row: since when the customer waits, or when the ticket changed. */
export function WaitTime({ ticket, now }: { ticket: TicketView; now: number }) {
  const standing = standingOf(ticket, useTicketPromises(), now);
  const since = ticket.waitingSince;
  if (since === null || (ticket.status !== 'pending' && standing === null)) {
    return (
      <time className={row.time} dateTime={ticket.updatedAt} title={formatDateTime(ticket.updatedAt)}>
        {formatAgo(ticket.updatedAt, now)}
      </time>
    );
  }
  const state = standing?.state;
  const Icon = state === 'late' ? IconAlertTriangle : state === 'near' ? IconClockExclamation : IconClockHour4;
  return (
    <time className={css.wait} data-state={state} dateTime={since} title={t('Espera desde {{time}}', { time: formatDateTime(since) })}>
      <Icon size={14} aria-hidden />
      {waitText(since, now)}
    </time>
  );
}

/** What is left of a promise, or by how much it was missed; nothing while there is time. */
export function DueHint({ ticket, now }: { ticket: TicketView; now: number }) {
  const standing = standingOf(ticket, useTicketPromises(), now);
  if (!standing || standing.state === 'fine') return null;
  const time = shortMinutes(standing.minutes);
  const what = standing.kind === 'answer' ? t('Primeira resposta') : t('Solução');
  return (
    <span className={row.hint} data-tone={standing.state === 'late' ? 'bad' : 'warn'} title={what}>
      {standing.state === 'late' ? t('passou {{time}}', { time }) : t('faltam {{time}}', { time })}
    </span>
  );
}
