import type { TicketView } from '@balcao/contract/tickets';
import { Button, TextInput } from '@mantine/core';
import { IconFile, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { draftKey } from '../../data/drafts/draft-key.ts';
import { writeDraft } from '../../data/drafts/drafts.ts';
import { useTicketList } from '../../data/tickets/queries.ts';
import { addFiles } from '../../features/desk/messages/composer/tray.ts';
import { now } from '../../platform/clock.ts';
import { errorText } from '../../platform/errors.ts';
import { formatBytes } from '../../platform/format.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useUser } from '../../platform/session.ts';
import { dropShared, readShared, type Shared } from '../../platform/shared.ts';
import { readStored } from '../../platform/storage.ts';
import { useDebounced } from '../../platform/use-debounced.ts';
import { InPlace } from '../../ui/list/in-place.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { ListSkeleton } from '../../ui/page/skeleton.tsx';
import css from './share-page.module.css';

/** Where what another app shared goes: to the composer of a conversation of the person, who looks at it there before it is sent. */
export function SharePage() {
  usePageTitle(t('Compartilhar'));
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [shared, setShared] = useState<Shared | null | undefined>();
  useEffect(() => {
    readShared(now()).then(setShared, () => setShared(null));
  }, []);
  const leave = async (path: string) => {
    await dropShared().catch(() => undefined);
    void navigate(path, { replace: true });
  };
  const give = ({ id, uuid, whatsapp }: TicketView) => {
    if (!shared) return;
    addFiles(id, whatsapp?.channel ?? 'whatsapp_web', shared.files);
    const begun = readStored(draftKey(id));
    if (shared.text) writeDraft(id, 'message', begun ? `${begun}\n${shared.text}` : shared.text);
    void leave(`/tickets/${uuid}`);
  };
  if (shared === undefined) return <ListSkeleton rows={4} rowHeight={64} label={t('Carregando o que foi compartilhado')} />;
  if (shared === null || (shared.files.length === 0 && shared.text === '')) {
    if (params.has('unready')) {
      return (
        <EmptyState
          title={t('Compartilhe outra vez')}
          action={<Button onClick={() => void leave('/tickets')}>{t('Ir para os atendimentos')}</Button>}
        >
          {t(
            'O aplicativo ainda não estava pronto neste aparelho, e nada foi guardado. Agora que está aberto, volte e compartilhe de novo.',
          )}
        </EmptyState>
      );
    }
    const lost = params.has('lost') || (shared?.left ?? 0) > 0;
    return (
      <EmptyState
        title={lost ? t('Não foi possível receber o que foi compartilhado') : t('Nada foi compartilhado')}
        action={<Button onClick={() => void leave('/tickets')}>{t('Ir para os atendimentos')}</Button>}
      >
        {lost
          ? t('Os arquivos são grandes demais, ou o aparelho está sem espaço. Anexe-os na conversa.')
          : t('Compartilhe uma foto, um arquivo ou um texto de outro aplicativo com o Balcão instalado, e escolha aqui a conversa.')}
      </EmptyState>
    );
  }
  return (
    <div className={css.page}>
      <h1 tabIndex={-1} data-page-title>
        {t('Compartilhar com qual conversa?')}
      </h1>
      <What shared={shared} />
      <Choice onChoose={give} />
      <Button variant="default" onClick={() => void leave('/tickets')}>
        {t('Descartar')}
      </Button>
    </div>
  );
}

function What({ shared: { files, text, left } }: { shared: Shared }) {
  const [pictures] = useState(() => files.map((file) => (file.type.startsWith('image/') ? URL.createObjectURL(file) : null)));
  useEffect(
    () => () => {
      for (const url of pictures) if (url) URL.revokeObjectURL(url);
    },
    [pictures],
  );
  return (
    <section className={css.what} aria-label={t('O que foi compartilhado')}>
      {files.length > 0 && (
        <ul>
          <InPlace of={files}>
            {(file, at) => (
              <li>
                {pictures[at] ? <img src={pictures[at]} alt="" /> : <IconFile size={24} aria-hidden />}
                <span>
                  {file.name}
                  <small>{formatBytes(file.size)}</small>
                </span>
              </li>
            )}
          </InPlace>
        </ul>
      )}
      {text && <p>{text}</p>}
      {left > 0 && <p role="alert">{t('Arquivos que ficaram de fora, por serem muitos ou grandes demais: {{left}}', { left })}</p>}
    </section>
  );
}

function Choice({ onChoose }: { onChoose: (ticket: TicketView) => void }) {
  const user = useUser();
  const [text, setText] = useState('');
  const searchParam = useDebounced(text.trim().toLowerCase(), 300);
  const list = useTicketList({ status: 'open', showAll: false, searchParam });
  const rows = list.rows?.filter(({ userId, contact }) => userId === user.id && !contact.blocked);
  return (
    <>
      <TextInput
        type="search"
        label={t('Buscar nas minhas conversas')}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {list.error ? (
        <ErrorState title={t('Não foi possível carregar as conversas')} text={errorText(list.error)} onRetry={list.retry} />
      ) : !rows ? (
        <ListSkeleton rows={4} rowHeight={56} label={t('Carregando as conversas')} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('Nenhuma conversa em atendimento')}>
          {t('Aceite uma conversa e volte aqui: o que foi compartilhado espera uma hora.')}
        </EmptyState>
      ) : (
        <ul className={css.list} aria-label={t('Conversas')}>
          {rows.map((ticket) => (
            <li key={ticket.id}>
              <button type="button" onClick={() => onChoose(ticket)}>
                <Avatar name={ticket.contact.name} picture={ticket.contact.urlPicture} />
                <span>
                  {ticket.contact.name}
                  <small>
                    #{ticket.number} {ticket.queue?.name}
                  </small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {list.hasMore && (
        <Button variant="default" loading={list.loadingMore} onClick={list.loadMore}>
          {t('Mostrar mais')}
        </Button>
      )}
    </>
  );
}
