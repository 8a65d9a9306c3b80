import type { ChatView } from '@balcao/contract/chats';
import { IconMessages, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useChat, useChats } from '../../data/chats/queries.ts';
import { ChatDialog } from '../../features/team/internal-chat/chat-dialog.tsx';
import { ChatList } from '../../features/team/internal-chat/chat-list.tsx';
import { ChatThread } from '../../features/team/internal-chat/chat-thread.tsx';
import { useDeleteChat } from '../../features/team/internal-chat/mutations.ts';
import { errorCode, errorText, notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useUser } from '../../platform/session.ts';
import { showToast, toastLife, toastSuccess } from '../../platform/toast.ts';
import { useAddressSearch } from '../../platform/use-address-search.ts';
import { useMedia } from '../../platform/use-media.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { RowMenu } from '../../ui/list/row-menu.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { ListSkeleton } from '../../ui/page/skeleton.tsx';
import css from './chats-page.module.css';

/** The internal chats: list and conversation, side by side or in two tabs. */
export function ChatsPage() {
  const me = useUser();
  const navigate = useNavigate();
  const { chatId: uuid } = useParams();
  const [search, setSearch] = useAddressSearch();
  const list = useChats(search);
  const open = useChat(uuid);
  const chat = uuid && !open.error ? open.data : undefined;
  const narrow = useMedia('(max-width: 899px)');
  const [edited, setEdited] = useState<ChatView | 'new' | null>(null);
  const remove = useDeleteChat();
  usePageTitle(chat ? chat.title : t('Chat Interno'));
  useRefusal(uuid, open.error);
  const onDelete = async (gone: ChatView) => {
    if (!(await confirmDelete(t('Excluir {{name}}?', { name: gone.title }), t('A conversa e os arquivos somem para todos.')))) return;
    remove.mutate(gone.id, {
      onSuccess: () => {
        toastSuccess(t('Conversa excluída.'), toastLife.administration);
        if (gone.uuid === uuid) void navigate('/chats', { replace: true });
      },
      onError: (error) => notifyError(error),
    });
  };
  return (
    <div className={css.chats} data-narrow={narrow || undefined}>
      {narrow && <Tabs uuid={uuid} />}
      {(!narrow || !uuid) && (
        <ChatList
          list={list}
          search={search}
          onSearch={setSearch}
          selectedUuid={uuid}
          ownId={me.id}
          onNew={() => setEdited('new')}
          onEdit={setEdited}
          onDelete={(each) => void onDelete(each)}
        />
      )}
      {(!narrow || uuid) && (
        <section className={css.thread} aria-label={chat ? t('Conversa com {{name}}', { name: chat.title }) : t('Conversa')}>
          {chat ? (
            <>
              <header className={css.head}>
                <Avatar name={chat.title} />
                <div className={css.who}>
                  <h2>{chat.title}</h2>
                  <span>{chat.users.map(({ user }) => user.name).join(', ')}</span>
                </div>
                <CopyButton text={`${window.location.origin}/chats/${chat.uuid}`} label={t('Copiar o link da conversa')} />
                {chat.ownerId === me.id && (
                  <RowMenu
                    label={t('Ações da conversa')}
                    actions={[
                      { label: t('Editar'), icon: <IconPencil size={16} />, onClick: () => setEdited(chat) },
                      { label: t('Excluir'), icon: <IconTrash size={16} />, danger: true, onClick: () => void onDelete(chat) },
                    ]}
                  />
                )}
              </header>
              <ChatThread key={chat.id} chat={chat} />
            </>
          ) : uuid && open.error ? (
            <ErrorState title={t('Não foi possível abrir a conversa')} text={errorText(open.error)} onRetry={() => void open.refetch()} />
          ) : uuid ? (
            <ListSkeleton rows={6} rowHeight={64} label={t('Carregando a conversa')} />
          ) : (
            <div className={css.placeholder}>
              <EmptyState art={<IconMessages />} title={t('Escolha uma conversa ao lado')}>
                {t('Ou comece uma com quem você quiser.')}
              </EmptyState>
            </div>
          )}
        </section>
      )}
      {edited && (
        <ChatDialog
          key={edited === 'new' ? 'new' : edited.id}
          chat={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={(saved) => void navigate(`/chats/${saved.uuid}`)}
        />
      )}
    </div>
  );
}

/** On narrow screens: the list, and the conversation that was open last. */
function Tabs({ uuid }: { uuid: string | undefined }) {
  const [last, setLast] = useState(uuid);
  if (uuid && uuid !== last) setLast(uuid);
  return (
    <nav className={css.tabs} aria-label={t('Telas')}>
      <Link to="/chats" aria-current={uuid ? undefined : 'page'}>
        {t('Chats')}
      </Link>
      {last ? (
        <Link to={`/chats/${last}`} aria-current={uuid ? 'page' : undefined}>
          {t('Mensagens')}
        </Link>
      ) : (
        <span aria-disabled>{t('Mensagens')}</span>
      )}
    </nav>
  );
}

/** The chat is gone, or this person is not in it: says so and goes back to the list. */
function useRefusal(uuid: string | undefined, error: unknown): void {
  const navigate = useNavigate();
  const code = errorCode(error);
  const refused = uuid !== undefined && (code === 'ERR_NO_CHAT_FOUND' || code === 'ERR_VALIDATION');
  const leave = useEffectEvent(() => {
    showToast({ kind: 'error', title: t('Acesso não permitido'), text: errorText(error), lifeMs: toastLife.warning });
    void navigate('/chats', { replace: true });
  });
  useEffect(() => {
    if (refused) leave();
  }, [refused]);
}
