import type { TicketView } from '@balcao/contract/tickets';
import { useDraggable } from '@dnd-kit/core';
import { IconClock, IconClockExclamation, IconLayoutSidebarRight } from '@tabler/icons-react';
import { memo } from 'react';
import { formatAgo, formatDateTime, formatPhone } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { Avatar } from '../../../../ui/marks/avatar.tsx';
import { Mark } from '../../../../ui/marks/mark.tsx';
import { CountBadge } from '../../../../ui/marks/status-chip.tsx';
import { cssVariables } from '../../../../ui/page/panes.tsx';
import { lastMessageText } from '../ticket-text.ts';
import css from './board.module.css';
import { turnOf } from './turn.ts';

export type BoardCardProps = {
  ticket: TicketView;
  ownId: number;
  now: number;
  selected: boolean;
  /** Reached by Tab; the arrows lead to the others. */
  tabbable: boolean;
  onOpen: (ticket: TicketView) => void;
  onFocus: (ticketId: number) => void;
};

/** A ticket on the board. Its name is the handle: Enter opens it, Space picks it up; with a pointer the whole card can be dragged. */
export const BoardCard = memo(function BoardCard({ ticket, tabbable, selected, onOpen, onFocus, ...face }: BoardCardProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({ id: ticket.id, data: { ticket } });
  const name = ticket.contact.name;
  return (
    <li
      ref={setNodeRef}
      className={css.card}
      data-ticket={ticket.id}
      data-selected={selected || undefined}
      data-lifted={isDragging || undefined}
      style={cssVariables({ '--mark': ticket.queue?.color })}
      {...only(listeners, 'onMouseDown', 'onTouchStart')}
    >
      <div className={css.cardTop}>
        <Avatar name={name} picture={ticket.contact.urlPicture} size="sm" />
        <button
          ref={setActivatorNodeRef}
          type="button"
          data-card
          className={css.name}
          tabIndex={tabbable ? 0 : -1}
          aria-describedby={attributes['aria-describedby']}
          aria-current={selected ? 'true' : undefined}
          {...only(listeners, 'onKeyDown')}
          onFocus={() => onFocus(ticket.id)}
          onClick={() => onOpen(ticket)}
        >
          {name}
        </button>
        <Unread ticket={ticket} />
      </div>
      <CardFace ticket={ticket} {...face} />
    </li>
  );
});

type Listeners = ReturnType<typeof useDraggable>['listeners'];

function only(listeners: Listeners, ...names: string[]): Listeners {
  return Object.fromEntries(Object.entries(listeners ?? {}).filter(([name]) => names.includes(name)));
}

/** The card as it follows the pointer. */
export function CardInHand({ ticket, ownId, now }: Pick<BoardCardProps, 'ticket' | 'ownId' | 'now'>) {
  return (
    <div className={css.card} data-hand style={cssVariables({ '--mark': ticket.queue?.color })}>
      <div className={css.cardTop}>
        <Avatar name={ticket.contact.name} picture={ticket.contact.urlPicture} size="sm" />
        <span className={css.name}>{ticket.contact.name}</span>
        <Unread ticket={ticket} />
      </div>
      <CardFace ticket={ticket} ownId={ownId} now={now} />
    </div>
  );
}

function Unread({ ticket: { unreadMessages: count } }: { ticket: TicketView }) {
  return count > 0 ? <CountBadge count={count} label={t('{{count}} mensagens não lidas', { count })} /> : null;
}

function CardFace({ ticket, ownId, now }: { ticket: TicketView; ownId: number; now: number }) {
  const tags = ticket.tags.filter(({ kanban }) => kanban === 0);
  const [first, second, ...more] = tags;
  return (
    <>
      <p className={css.number}>{formatPhone(ticket.contact.number) || t('Sem número')}</p>
      <p className={css.message}>{lastMessageText(ticket)}</p>
      {first && (
        <div className={css.tags}>
          <Mark color={first.color} name={first.name} look="line" />
          {second && <Mark color={second.color} name={second.name} look="line" />}
          {more.length > 0 && <span title={more.map(({ name }) => name).join(', ')}>+{more.length}</span>}
        </div>
      )}
      <div className={css.foot}>
        <Waiting ticket={ticket} now={now} />
        <span className={css.spacer} />
        {ticket.user ? (
          <span className={css.owner} title={ticket.user.name}>
            <Avatar name={ticket.user.name} size="xs" />
            {ticket.userId === ownId ? t('Você') : ticket.user.name.split(' ')[0]}
          </span>
        ) : (
          <span className={css.nobody}>{t('Sem dono')}</span>
        )}
        <span className={css.openSign} title={t('Abrir ao lado')}>
          <IconLayoutSidebarRight size={16} aria-hidden />
        </span>
      </div>
    </>
  );
}

function Waiting({ ticket, now }: { ticket: TicketView; now: number }) {
  const { whose, since, tone } = turnOf(ticket, now);
  const ago = formatAgo(since, now);
  if (whose === 'customer') {
    return (
      <span className={css.quiet} title={formatDateTime(since)}>
        {t('Vez do cliente · {{ago}}', { ago })}
      </span>
    );
  }
  const Icon = tone === 'late' ? IconClockExclamation : IconClock;
  const title = tone === 'late' ? t('Esperando resposta há mais de 20 minutos') : t('Esperando resposta');
  return (
    <span className={css.wait} data-tone={tone} title={title}>
      <Icon size={14} aria-hidden />
      <span className="visually-hidden">{title}: </span>
      {ago}
    </span>
  );
}
