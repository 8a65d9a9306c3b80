import type { MediaType } from '@balcao/contract/message-rules';
import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { TicketView } from '@balcao/contract/tickets';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowsRightLeft,
  IconBan,
  IconBellOff,
  IconCheck,
  IconClockPause,
  IconDots,
  IconEye,
  IconFileText,
  IconFlag3,
  IconHourglass,
  IconMapPin,
  IconMicrophone,
  IconPhone,
  IconPhoto,
  IconPin,
  IconPlugConnectedX,
  IconRefresh,
  IconRobot,
  IconSticker,
  IconUserCircle,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { useIsAsked } from '../../../../data/pings/queries.ts';
import { useTyping } from '../../../../data/tickets/typing.ts';
import { formatAgo, formatDateTime, formatDay } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { lazyPart } from '../../../../platform/lazy-part.ts';
import { useStored } from '../../../../platform/storage.ts';
import { useMedia } from '../../../../platform/use-media.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { MenuAction } from '../../../../ui/list/row-menu.tsx';
import { Avatar } from '../../../../ui/marks/avatar.tsx';
import { Mark } from '../../../../ui/marks/mark.tsx';
import { CountBadge } from '../../../../ui/marks/status-chip.tsx';
import { Ticks } from '../../../../ui/marks/ticks.tsx';
import { cssVariables } from '../../../../ui/page/panes.tsx';
import { lastMessageText, shortMinutes, shortName, windowState } from '../ticket-text.ts';
import { lazyAfter } from './after-standing.ts';
import css from './ticket-row.module.css';

/** Only where nothing hovers; elsewhere the row has buttons. */
const RowMenu = lazyPart(async () => ({ default: (await import('../../../../ui/list/row-menu.tsx')).RowMenu }));

const WaitTime = lazyAfter(async () => (await import('./wait-time.tsx')).WaitTime);
const DueHint = lazyAfter(async () => (await import('./wait-time.tsx')).DueHint);

export type RowActions = {
  onAccept: (ticket: TicketView) => void;
  onResolve: (ticket: TicketView) => void;
  onReopen: (ticket: TicketView) => void;
  onReturn: (ticket: TicketView) => void;
  onTransfer: (ticket: TicketView) => void;
  /** Null for people who may not peek. */
  onPeek: ((ticket: TicketView) => void) | null;
  onPrefetch: (ticket: TicketView) => void;
  /** Clicked while it waits, by somebody who may not peek. */
  onAskAccept: (ticket: TicketView) => void;
};

/** What the list does with its rows. */
export type RowTools = {
  /** What a search found in a ticket, in place of its last message, which it is given. */
  hitsOf?: ((ticket: TicketView, lastMessage: ReactNode) => ReactNode) | undefined;
  /** Opens what else can be done with a ticket, at a place in the window. */
  onMenu: (ticket: TicketView, at: { x: number; y: number }) => void;
  /** Chooses a ticket, or not any more; `range`: all between it and the last one as well. */
  onPick: (ticket: TicketView, range: boolean) => void;
};

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
    /** The query part of the address, kept when the ticket is opened. */
    search: string;
    /** The storage key of the draft of this ticket. */
    draftKey: string;
  };

/** One ticket of the list. A click does not open a waiting ticket: it is accepted, or peeked into. */
export const TicketRow = memo(function TicketRow({
  ticket,
  selected,
  mark,
  picked = null,
  hitsOf,
  ownId,
  phone,
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
  const lastMessage = <LastMessage ticket={ticket} draftKey={draftKey} markedUnread={mark?.unread === true} />;
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
      onPointerEnter={() => actions.onPrefetch(ticket)}
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
              {name}
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
              {name}
            </Link>
          )}
          <span className={css.number}>#{ticket.number}</span>
          {asked && <span className={css.asked}>{t('Para você')}</span>}
          <Marks ticket={ticket} mark={mark} now={now} />
          <Suspense fallback={<span className={css.time}>{formatAgo(ticket.updatedAt, now)}</span>}>
            <WaitTime ticket={ticket} now={now} />
          </Suspense>
        </div>
        {hitsOf ? hitsOf(ticket, lastMessage) : lastMessage}
        <div className={css.foot}>
          <Meta ticket={ticket} ownId={ownId} now={now} />
          <RowButtons ticket={ticket} {...actions} />
        </div>
      </div>
    </div>
  );
});

/** What was said of a ticket: pinned, muted, urgent, set aside. */
function Marks({ ticket, mark, now }: { ticket: TicketView; mark: TicketMark | undefined; now: number }) {
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

function LastMessage({ ticket, draftKey, markedUnread }: { ticket: TicketView; draftKey: string; markedUnread: boolean }) {
  const [draft] = useStored(draftKey, '');
  const typing = useTyping(ticket.id);
  const Icon = ticket.lastMessageDeleted ? IconBan : kindIcons[ticket.lastMessageType];
  const badge =
    ticket.unreadMessages > 0 ? (
      <CountBadge count={ticket.unreadMessages} label={t('{{count}} mensagens não lidas', { count: ticket.unreadMessages })} />
    ) : (
      markedUnread && <span className={css.dot} role="img" aria-label={t('Marcada como não lida')} />
    );
  if (typing) {
    return (
      <div className={css.mid}>
        <span className={css.typing}>{t('digitando…')}</span>
        {badge}
      </div>
    );
  }
  if (draft.trim() && ticket.unreadMessages === 0) {
    return (
      <div className={css.mid}>
        <span className={css.draft}>{t('Rascunho:')}</span>
        <span className={css.message}>{draft.trim()}</span>
      </div>
    );
  }
  return (
    <div className={css.mid}>
      {ticket.lastMessageFromMe &&
        !ticket.lastMessageDeleted &&
        (ticket.lastMessage !== '' || ticket.lastMessageType !== 'conversation') && <Ticks state={tickOf(ticket)} size={16} />}
      {Icon && <Icon size={16} aria-hidden />}
      <span className={css.message}>{lastMessageText(ticket)}</span>
      {badge}
    </div>
  );
}

function Meta({ ticket, ownId, now }: { ticket: TicketView; ownId: number; now: number }) {
  const [tag, ...moreTags] = ticket.tags;
  const agent =
    ticket.status === 'pending'
      ? ticket.chatbot
        ? t('Bot')
        : null
      : ticket.userId === ownId
        ? t('Você')
        : ticket.user?.name.split(' ')[0];
  const place = [agent, ticket.whatsapp?.name].filter(Boolean).join(' · ');
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

/** Accepting is always offered. The other actions float over the last line when one points at the row, or on touch screens are in a menu. */
function RowButtons(props: { ticket: TicketView } & RowActions & Partial<RowTools>) {
  const touch = useMedia('(hover: none)');
  const { ticket, onAccept } = props;
  return (
    <div className={css.buttons}>
      {touch ? <TouchMenu {...props} /> : <PointerButtons {...props} />}
      {ticket.status === 'pending' && (
        <Button
          size="sm"
          className={css.button}
          aria-label={t('Aceitar {{name}}', { name: ticket.contact.name })}
          title="Enter"
          onClick={() => onAccept(ticket)}
        >
          {t('Aceitar')}
        </Button>
      )}
    </div>
  );
}

function TouchMenu({
  ticket,
  onResolve,
  onReopen,
  onReturn,
  onTransfer,
  onPeek,
  onMenu,
}: { ticket: TicketView } & RowActions & Partial<RowTools>) {
  const actions: MenuAction[] = [];
  if (onPeek) actions.push({ label: t('Espiar'), icon: <IconEye size={18} />, onClick: () => onPeek(ticket) });
  if (ticket.status !== 'closed')
    actions.push({ label: t('Transferir'), icon: <IconArrowsRightLeft size={18} />, onClick: () => onTransfer(ticket) });
  if (ticket.status === 'open')
    actions.push({ label: t('Devolver para a fila'), icon: <IconArrowBackUp size={18} />, onClick: () => onReturn(ticket) });
  if (ticket.status === 'closed') actions.push({ label: t('Reabrir'), icon: <IconRefresh size={18} />, onClick: () => onReopen(ticket) });
  else actions.push({ label: t('Resolver'), icon: <IconCheck size={18} />, onClick: () => onResolve(ticket) });
  if (onMenu) {
    const middle = { x: window.innerWidth / 2, y: window.innerHeight / 3 };
    actions.push({ label: t('Adiar, fixar e mais…'), icon: <IconDots size={18} />, onClick: () => onMenu(ticket, middle) });
  }
  return (
    <Suspense fallback={<span className={css.menuPlace} />}>
      <RowMenu label={t('Ações de {{name}}', { name: ticket.contact.name })} actions={actions} />
    </Suspense>
  );
}

function PointerButtons({
  ticket,
  onResolve,
  onReopen,
  onReturn,
  onTransfer,
  onPeek,
  onMenu,
}: { ticket: TicketView } & RowActions & Partial<RowTools>) {
  const name = ticket.contact.name;
  const closed = ticket.status === 'closed';
  const menu = (event: MouseEvent<HTMLElement>) => {
    const { right, bottom } = event.currentTarget.getBoundingClientRect();
    onMenu?.(ticket, { x: right, y: bottom });
  };
  return (
    <div className={css.acts}>
      {onMenu && (
        <IconButton label={t('Adiar, fixar e mais: {{name}}', { name })} size="sm" aria-haspopup="menu" onClick={menu}>
          <IconDots size={16} />
        </IconButton>
      )}
      {onPeek && (
        <IconButton label={t('Espiar {{name}}', { name })} keys={t('Espaço')} size="sm" onClick={() => onPeek(ticket)}>
          <IconEye size={16} />
        </IconButton>
      )}
      {!closed && (
        <IconButton label={t('Transferir {{name}}', { name })} size="sm" onClick={() => onTransfer(ticket)}>
          <IconArrowsRightLeft size={16} />
        </IconButton>
      )}
      {ticket.status === 'open' && (
        <IconButton label={t('Devolver {{name}}', { name })} size="sm" onClick={() => onReturn(ticket)}>
          <IconArrowBackUp size={16} />
        </IconButton>
      )}
      <Button
        size="sm"
        variant="subtle"
        className={css.button}
        leftSection={closed ? <IconRefresh size={16} /> : <IconCheck size={16} />}
        aria-label={closed ? t('Reabrir {{name}}', { name }) : t('Resolver {{name}}', { name })}
        onClick={() => (closed ? onReopen(ticket) : onResolve(ticket))}
      >
        {closed ? t('Reabrir') : t('Resolver')}
      </Button>
    </div>
  );
}

const kindIcons: Record<MediaType, typeof IconPhoto | null> = {
  conversation: null,
  image: IconPhoto,
  video: IconVideo,
  audio: IconMicrophone,
  application: IconFileText,
  sticker: IconSticker,
  locationMessage: IconMapPin,
  vcard: IconUserCircle,
  call_log: IconPhone,
  unsupported: null,
};

function tickOf(ticket: TicketView) {
  if (ticket.lastMessageFailed) return 'failed';
  return (['waiting', 'sent', 'delivered', 'read', 'played'] as const)[ticket.lastMessageAck] ?? 'read';
}
