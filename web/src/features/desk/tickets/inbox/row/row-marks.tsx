import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { TicketView } from '@balcao/contract/tickets';
import { IconAlertTriangle, IconBellOff, IconClockPause, IconFlag3, IconHourglass, IconPin, IconPlugConnectedX } from '@tabler/icons-react';
import { Suspense } from 'react';
import { formatDateTime, formatDay } from '../../../../../platform/format.ts';
import { t } from '../../../../../platform/i18n.ts';
import { Mark } from '../../../../../ui/marks/mark.tsx';
import { shortMinutes, windowState } from '../../ticket-text.ts';
import { lazyAfter } from '../after-standing.ts';
import css from './ticket-row.module.css';

const DueHint = lazyAfter(async () => (await import('./wait-time.tsx')).DueHint);

/** What was said of a ticket: pinned, muted, urgent, set aside. */
export function RowMarks({ ticket, mark, now }: { ticket: TicketView; mark: TicketMark | undefined; now: number }) {
  const size = 14;
  return (
    <>
      {ticket.priority && <IconFlag3 size={size} className={css.urgent} role="img" aria-label={t('Prioridade')} />}
      {mark?.pinned && <IconPin size={size} className={css.markIcon} role="img" aria-label={t('Fixada')} />}
      {mark?.muted && <IconBellOff size={size} className={css.markIcon} role="img" aria-label={t('Silenciada')} />}
      {ticket.snoozedAt !== null && (
        <span className={css.markIcon} title={ticket.snoozedUntil ? formatDateTime(ticket.snoozedUntil) : t('até o cliente escrever')}>
          <IconClockPause size={size} role="img" aria-label={t('Adiada')} />
          {ticket.snoozedUntil && ` ${formatDay(ticket.snoozedUntil, now)}`}
        </span>
      )}
    </>
  );
}

/** Where a ticket stands: queue, agent and number, tags, and what presses. `anyStatus`: in its list there are waiting and closed ones, too. */
export function RowMeta({ ticket, ownId, now, anyStatus }: { ticket: TicketView; ownId: number; now: number; anyStatus: boolean }) {
  const [tag, ...moreTags] = ticket.tags;
  const agent =
    ticket.status === 'pending'
      ? ticket.chatbot
        ? t('Bot')
        : null
      : ticket.userId === ownId
        ? t('Você')
        : ticket.user?.name.split(' ')[0];
  const status = !anyStatus || ticket.status === 'open' ? null : ticket.status === 'closed' ? t('Resolvida') : t('Aguardando');
  const place = [status, agent, ticket.whatsapp?.name].filter(Boolean).join(' · ');
  return (
    <div className={css.meta}>
      {ticket.queue ? <Mark color={ticket.queue.color} name={ticket.queue.name} /> : <span className={css.none}>{t('Sem fila')}</span>}
      <span className={css.place} title={place}>
        {place}
      </span>
      {tag && (
        <span className={css.tag}>
          <Mark color={tag.color} name={tag.name} look="line" />
        </span>
      )}
      {moreTags.length > 0 && <span title={moreTags.map(({ name }) => name).join(', ')}>+{moreTags.length}</span>}
      <Hint ticket={ticket} now={now} />
    </div>
  );
}

function Hint({ ticket, now }: { ticket: TicketView; now: number }) {
  if (ticket.status === 'closed') return null;
  const due = (
    <Suspense>
      <DueHint ticket={ticket} now={now} />
    </Suspense>
  );
  if (ticket.whatsapp && ticket.whatsapp.status !== 'CONNECTED') {
    return (
      <span className={css.hint} data-tone="bad" title={t('A conexão {{name}} está fora do ar', { name: ticket.whatsapp.name })}>
        <IconPlugConnectedX size={14} aria-hidden />
        {t('Sem conexão')}
      </span>
    );
  }
  const window = windowState(ticket.windowClosesAt, now);
  if (window.state === 'closing') {
    return (
      <span
        className={css.hint}
        data-tone="warn"
        title={t('A janela de 24 h fecha em {{time}}', { time: shortMinutes(window.minutesLeft) })}
      >
        <IconHourglass size={14} aria-hidden />
        {shortMinutes(window.minutesLeft)}
      </span>
    );
  }
  if (window.state === 'closed') {
    return (
      <span className={css.hint} data-tone="quiet" title={t('A janela de 24 h fechou: só o cliente pode reabri-la, escrevendo')}>
        <IconAlertTriangle size={14} aria-hidden />
        {t('Janela fechada')}
      </span>
    );
  }
  return due;
}
