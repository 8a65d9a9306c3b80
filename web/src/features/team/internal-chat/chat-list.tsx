import type { ChatView } from '@balcao/contract/chats';
import { Button } from '@mantine/core';
import { IconMessages, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useNow } from '../../../platform/clock.ts';
import { errorText } from '../../../platform/errors.ts';
import { formatAgo } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { SearchInput } from '../../../ui/fields/search-input.tsx';
import { RowMenu } from '../../../ui/list/row-menu.tsx';
import { useNearEnd } from '../../../ui/list/use-near-end.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Spinner } from '../../../ui/marks/spinner.tsx';
import { CountBadge } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { ListSkeleton } from '../../../ui/page/skeleton.tsx';
import css from './chat.module.css';

export type ChatListProps = {
  list: InfiniteRows<ChatView>;
  search: string;
  onSearch: (text: string) => void;
  selectedUuid: string | undefined;
  ownId: number;
  onNew: () => void;
  onEdit: (chat: ChatView) => void;
  onDelete: (chat: ChatView) => void;
};

/** The chats of the person, the one written in last first. Only an owner has edit and delete. */
export function ChatList({ list, search, onSearch, selectedUuid, ownId, onNew, onEdit, onDelete }: ChatListProps) {
  const end = useNearEnd(list.loadMore);
  const now = useNow();
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} />} onClick={onNew}>
      {t('Nova conversa')}
    </Button>
  );
  return (
    <section className={css.side} aria-label={t('Chats')}>
      <header className={css.sideHead}>
        <h1>{t('Chat Interno')}</h1>
        {add}
      </header>
      <div className={css.search}>
        <SearchInput label={t('Buscar por título')} value={search} onSearch={onSearch} />
      </div>
      <div className={css.rows}>
        {list.error ? (
          <ErrorState title={t('Não foi possível carregar as conversas')} text={errorText(list.error)} onRetry={list.retry} />
        ) : !list.rows ? (
          <ListSkeleton rows={6} rowHeight={68} label={t('Carregando as conversas')} />
        ) : list.rows.length === 0 ? (
          search ? (
            <EmptyState art={<IconMessages />} title={t('Nenhuma conversa encontrada')} />
          ) : (
            <EmptyState art={<IconMessages />} title={t('Nenhuma conversa ainda')} action={add}>
              {t('Combine com os colegas sem sair do sistema. Só quem participa vê o que se escreve.')}
            </EmptyState>
          )
        ) : (
          <ul>
            {list.rows.map((chat) => {
              const unreads = chat.users.find(({ userId }) => userId === ownId)?.unreads ?? 0;
              return (
                <li key={chat.id} className={css.row} data-selected={chat.uuid === selectedUuid || undefined}>
                  <Link to={`/chats/${chat.uuid}`} className={css.rowLink} aria-current={chat.uuid === selectedUuid ? 'page' : undefined}>
                    <Avatar name={chat.title} />
                    <span className={css.rowText}>
                      <b>{chat.title}</b>
                      <span>{chat.lastMessage || t('{{count}} pessoas', { count: chat.users.length })}</span>
                    </span>
                    <span className={css.rowEnd}>
                      <time dateTime={chat.updatedAt}>{formatAgo(chat.updatedAt, now)}</time>
                      {unreads > 0 && <CountBadge count={unreads} label={t('{{count}} mensagens não lidas', { count: unreads })} />}
                    </span>
                  </Link>
                  {chat.ownerId === ownId && (
                    <RowMenu
                      label={t('Ações de {{name}}', { name: chat.title })}
                      actions={[
                        { label: t('Editar'), icon: <IconPencil size={16} />, onClick: () => onEdit(chat) },
                        { label: t('Excluir'), icon: <IconTrash size={16} />, danger: true, onClick: () => onDelete(chat) },
                      ]}
                    />
                  )}
                </li>
              );
            })}
          </ul>
        )}
        {list.loadingMore && <Spinner size="sm" className={css.more} label={t('Carregando as conversas')} />}
        {Boolean(list.moreError) && (
          <Button variant="default" className={css.more} onClick={list.retryMore}>
            {t('Tentar de novo')}
          </Button>
        )}
        <div ref={end} />
      </div>
    </section>
  );
}
