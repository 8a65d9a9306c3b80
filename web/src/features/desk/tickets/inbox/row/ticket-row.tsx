import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { TicketView } from '@balcao/contract/tickets';
import { IconPhone, IconRobot, IconUsers } from '@tabler/icons-react';
import { type KeyboardEvent, memo, Suspense } from 'react';
import { Link } from 'react-router';
import { useIsAsked } from '../../../../../data/pings/queries.ts';
import { formatAgo, formatPhone } from '../../../../../platform/format.ts';
import { t } from '../../../../../platform/i18n.ts';
import { Avatar } from '../../../../../ui/marks/avatar.tsx';
import { cssVariables } from '../../../../../ui/page/panes.tsx';
import { Marked } from '../../../../../ui/text/marked.tsx';
import { shortName } from '../../ticket-text.ts';
import { lazyAfter } from '../after-standing.ts';
import { LastMessage } from './last-message.tsx';
import { type RowActions, RowButtons, type RowTools } from './row-buttons.tsx';
import { RowMarks, RowMeta } from './row-marks.tsx';
import css from './ticket-row.module.css';

const WaitTime = lazyAfter(async () => (await import('./wait-time.tsx')).WaitTime);

export type TicketRowProps = RowActions &
  Partial<RowTools> & {
    ticket: TicketView;
    selected: boolean;
    mark?: TicketMark | undefined;
    /** Whether it is among the chosen ones; null while none is. */
    picked?: boolean | null;
    ownId: number;
    phone: boolean;
    now: number;
    /** What is searched for, marked in the name. */
    wanted?: string;
    /** The query part of the address, kept when the ticket is opened. */
    search: string;
    /** The storage key of the draft of this ticket. */
    draftKey: string;
  };

/** Of so many digits a search means a phone number. */
const minDigits = 4;

/** One ticket of the list. A click does not open a waiting ticket: it is accepted, or peeked into. */
export const TicketRow = memo(function TicketRow({
  ticket,
  selected,
  mark,
  picked = null,
  hitsOf,
  ownId,
  phone,
  wanted = '',
  now,
  search,
  draftKey,
  ...actions
}: TicketRowProps) {
  const pending = ticket.status === 'pending';
  const unread = ticket.unreadMessages > 0 || mark?.unread === true;
  const { onMenu, onPick } = actions;
  const asked = useIsAsked(ticket.id);
  const name = shortName(ticket.contact.name, phone);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ' && actions.onPeek) actions.onPeek(ticket);
    else if (event.key === 'Enter' && pending) actions.onAccept(ticket);
    else if (event.key === 'x' && onPick) onPick(ticket, event.shiftKey);
    else return;
    event.preventDefault();
  };
  const digits = wanted.replace(/\D/g, '');
  const lastMessage =
    digits.length >= minDigits && ticket.contact.number.includes(digits) ? (
      <div className={css.mid}>
        <IconPhone size={16} aria-hidden />
        <span className={css.message}>{formatPhone(ticket.contact.number)}</span>
      </div>
    ) : (
      <LastMessage ticket={ticket} draftKey={draftKey} markedUnread={mark?.unread === true} />
    );
  const openWaiting = () => (actions.onPeek ? actions.onPeek(ticket) : actions.onAskAccept(ticket));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu opens with a button of the row as well.
    <div
      className={css.row}
      data-selected={selected || undefined}
      data-unread={unread || asked || undefined}
      data-pending={pending || undefined}
      data-ticket={ticket.id}
      style={cssVariables({ '--mark': ticket.queue?.color })}
      data-picked={picked || undefined}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && actions.onPrefetch(ticket)}
      onContextMenu={
        onMenu &&
        ((event) => {
          event.preventDefault();
          onMenu(ticket, { x: event.clientX, y: event.clientY });
        })
      }
    >
      <Avatar
        name={ticket.contact.name}
        picture={ticket.contact.urlPicture}
        badge={ticket.chatbot && pending ? <IconRobot aria-hidden /> : ticket.isGroup ? <IconUsers aria-hidden /> : undefined}
      />
      {onPick && (
        <input
          type="checkbox"
          className={css.pick}
          data-picking={picked !== null || undefined}
          aria-label={t('Selecionar {{name}}', { name: ticket.contact.name })}
          checked={picked === true}
          tabIndex={picked === null ? -1 : 0}
          onChange={() => undefined}
          onClick={(event) => onPick(ticket, event.shiftKey)}
        />
      )}
      <div className={css.main}>
        <div className={css.top}>
          {pending ? (
            <button type="button" data-row className={css.link} title={ticket.contact.name} onKeyDown={onKeyDown} onClick={openWaiting}>
              <Marked text={name} wanted={wanted} />
              <span className="visually-hidden">{t('aguardando: Enter aceita')}</span>
            </button>
          ) : (
            <Link
              data-row
              className={css.link}
              to={`/tickets/${ticket.uuid}${search}`}
              title={ticket.contact.name}
              aria-current={selected ? 'true' : undefined}
              onKeyDown={onKeyDown}
            >
              <Marked text={name} wanted={wanted} />
            </Link>
          )}
          <span className={css.number}>
            <Marked text={`#${ticket.number}`} wanted={wanted} />
          </span>
          {asked && <span className={css.asked}>{t('Para você')}</span>}
          <RowMarks ticket={ticket} mark={mark} now={now} />
          <Suspense fallback={<span className={css.time}>{formatAgo(ticket.updatedAt, now)}</span>}>
            <WaitTime ticket={ticket} now={now} />
          </Suspense>
        </div>
        {hitsOf ? hitsOf(ticket, lastMessage) : lastMessage}
        <div className={css.foot}>
          <RowMeta ticket={ticket} ownId={ownId} now={now} anyStatus={wanted !== ''} />
          <RowButtons ticket={ticket} {...actions} />
        </div>
      </div>
    </div>
  );
});
