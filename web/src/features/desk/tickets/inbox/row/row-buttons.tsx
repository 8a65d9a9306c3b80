import type { TicketView } from '@balcao/contract/tickets';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowsRightLeft, IconCheck, IconDots, IconEye, IconRefresh } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, Suspense } from 'react';
import { t } from '../../../../../platform/i18n.ts';
import { lazyPart } from '../../../../../platform/lazy-part.ts';
import { useMedia } from '../../../../../platform/use-media.ts';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import css from './ticket-row.module.css';

/** Only where nothing hovers; elsewhere the row has buttons. */
const TouchMenu = lazyPart(async () => ({ default: (await import('./touch-menu.tsx')).TouchMenu }));

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

export type RowButtonsProps = { ticket: TicketView } & RowActions & Partial<RowTools>;

/** Accepting is always offered. The other actions float over the last line when one points at the row, or on touch screens are in a menu. */
export function RowButtons(props: RowButtonsProps) {
  const touch = useMedia('(hover: none)');
  const { ticket, onAccept } = props;
  return (
    <div className={css.buttons}>
      {touch ? (
        <Suspense fallback={<span className={css.menuPlace} />}>
          <TouchMenu {...props} />
        </Suspense>
      ) : (
        <PointerButtons {...props} />
      )}
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

function PointerButtons({ ticket, onResolve, onReopen, onReturn, onTransfer, onPeek, onMenu }: RowButtonsProps) {
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
