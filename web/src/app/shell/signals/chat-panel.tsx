import { IconMessages } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useChats } from '../../../data/chats/queries.ts';
import { useNow } from '../../../platform/clock.ts';
import { errorText } from '../../../platform/errors.ts';
import { formatAgo } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { useUser } from '../../../platform/session.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { CountBadge } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { ListSkeleton } from '../../../ui/page/skeleton.tsx';
import css from './notification-bell.module.css';

/** The internal chats, the latest first. */
export function ChatPanel({ onFollow }: { onFollow: () => void }) {
  const me = useUser();
  const now = useNow();
  const { rows, error, retry } = useChats('');
  return (
    <div className={css.panel}>
      <h2 className={css.title}>{t('Chat Interno')}</h2>
      <div className={css.scroll}>
        {error && !rows ? (
          <ErrorState title={t('Não foi possível carregar as conversas')} text={errorText(error)} onRetry={retry} />
        ) : !rows ? (
          <ListSkeleton rows={3} rowHeight={64} label={t('Carregando as conversas')} />
        ) : rows.length === 0 ? (
          <EmptyState art={<IconMessages />} title={t('Nenhuma conversa ainda')} />
        ) : (
          <ul>
            {rows.map((chat) => {
              const unreads = chat.users.find(({ userId }) => userId === me.id)?.unreads ?? 0;
              return (
                <li key={chat.id}>
                  <Link to={`/chats/${chat.uuid}`} className={css.row} onClick={onFollow}>
                    <Avatar name={chat.title} />
                    <span className={css.text}>
                      <b>{chat.title}</b>
                      <span>{chat.lastMessage}</span>
                    </span>
                    <span className={css.end}>
                      <time dateTime={chat.updatedAt}>{formatAgo(chat.updatedAt, now)}</time>
                      {unreads > 0 && <CountBadge count={unreads} label={t('{{count}} mensagens não lidas', { count: unreads })} />}
                    </span>
                  </Link>
                </li>
              );
            })}
          </ul>
        )}
      </div>
      <div className={css.foot}>
        <Link to="/chats" onClick={onFollow}>
          {t('Ver todas as conversas')}
        </Link>
      </div>
    </div>
  );
}
