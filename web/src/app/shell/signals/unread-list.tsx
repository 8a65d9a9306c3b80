import type { TicketView } from '@balcao/contract/tickets';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useTicketMarks } from '../../../data/tickets/queries.ts';
import { lastMessageText } from '../../../features/desk/tickets/ticket-text.ts';
import { useNow } from '../../../platform/clock.ts';
import { useNotificationPermission } from '../../../platform/desktop-notification.ts';
import { formatAgo } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { LoadedRows } from '../../../ui/list/loaded-rows.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { CountBadge } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import css from './notification-bell.module.css';

type UnreadListProps = {
  list: InfiniteRows<TicketView>;
  onFollow: () => void;
};

/** The conversations that hold something unread, and the question for notices on the desktop. */
export function UnreadList({ list, onFollow }: UnreadListProps) {
  const navigate = useNavigate();
  const now = useNow();
  const marks = useTicketMarks(true);
  const [permission, ask] = useNotificationPermission();
  useEffect(() => {
    if (permission === 'unsupported') console.info('This browser does not support desktop notifications');
  }, [permission]);
  return (
    <div className={css.panel}>
      <h2 className={css.title}>{t('Notificações')}</h2>
      <div className={css.scroll}>
        <LoadedRows
          list={list}
          loadingLabel={t('Carregando as notificações')}
          failedTitle={t('Não foi possível carregar as notificações')}
          empty={
            <EmptyState art={<IconBell />} title={t('Tudo lido')}>
              {t('As mensagens novas dos seus clientes aparecem aqui.')}
            </EmptyState>
          }
        >
          {(tickets) => (
            <ul>
              {tickets.map((ticket) => (
                <li key={ticket.id}>
                  <button
                    type="button"
                    className={css.row}
                    data-ticket={ticket.id}
                    onClick={() => {
                      onFollow();
                      void navigate(`/tickets/${ticket.uuid}`);
                    }}
                  >
                    <Avatar name={ticket.contact.name} picture={ticket.contact.urlPicture} />
                    <span className={css.text}>
                      <b>{ticket.contact.name}</b>
                      <span>{lastMessageText(ticket)}</span>
                    </span>
                    <span className={css.end}>
                      {marks.get(ticket.id)?.muted && <IconBellOff size={14} role="img" aria-label={t('Silenciada')} />}
                      <time dateTime={ticket.updatedAt}>{formatAgo(ticket.updatedAt, now)}</time>
                      {ticket.unreadMessages > 0 && (
                        <CountBadge
                          count={ticket.unreadMessages}
                          label={t('{{count}} mensagens não lidas', { count: ticket.unreadMessages })}
                        />
                      )}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </LoadedRows>
      </div>
      {permission === 'default' && (
        <div className={css.foot}>
          <button type="button" onClick={() => void ask()}>
            {t('Avisar também na área de trabalho')}
          </button>
        </div>
      )}
      {permission === 'denied' && <p className={css.foot}>{t('O navegador bloqueou os avisos. Libere nas configurações do site.')}</p>}
    </div>
  );
}
