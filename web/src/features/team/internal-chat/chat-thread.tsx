import type { ChatMediaView, ChatMessageView, ChatView } from '@balcao/contract/chats';
import { Button } from '@mantine/core';
import { IconDownload, IconFile } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useLayoutEffect, useRef } from 'react';
import { dropPendingChat, type PendingChatMessage, usePendingChat } from '../../../data/chats/pending.ts';
import { useChatThread } from '../../../data/chats/queries.ts';
import { useNow } from '../../../platform/clock.ts';
import { codeText } from '../../../platform/code-text.ts';
import { errorText } from '../../../platform/errors.ts';
import { formatBytes, formatDay, formatTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { useUser } from '../../../platform/session.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Spinner } from '../../../ui/marks/spinner.tsx';
import { AudioRecording, VideoRecording } from '../../../ui/media/recordings.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { ScrollRegion } from '../../../ui/page/scroll-region.tsx';
import { ListSkeleton } from '../../../ui/page/skeleton.tsx';
import css from './chat.module.css';
import { ChatComposer } from './chat-composer.tsx';
import { MessageText } from './message-text.tsx';
import { sendChat, useReading } from './mutations.ts';

/** Older messages are loaded when the reader comes this near to the first one, in pixels. */
const nearTop = 600;

/** The open chat. Mount it with the chat's id as key. */
export function ChatThread({ chat }: { chat: ChatView }) {
  const me = useUser();
  const cache = useQueryClient();
  const thread = useChatThread(chat.id);
  const pending = usePendingChat(chat.id);
  useReading(chat.id, chat.users.find(({ userId }) => userId === me.id)?.unreads ?? 0);
  const seen = new Set<number>();
  const messages = [...(thread.data?.pages ?? [])]
    .reverse()
    .flatMap(({ records }) => records)
    .filter(({ id }) => !seen.has(id) && seen.add(id));
  const sent = new Set(messages.map(({ clientKey }) => clientKey));
  const waiting = pending.filter(({ key }) => !sent.has(key));
  const scroller = useScrollAtEnd(`${messages.at(-1)?.id} ${waiting.length}`);
  const loadOlder = () => {
    const box = scroller.current;
    if (!box || !thread.hasNextPage || thread.isFetching) return;
    // The box counts from its end, so scrollTop is negative.
    if (box.scrollHeight - box.clientHeight + box.scrollTop < nearTop) void thread.fetchNextPage();
  };
  // A page may be shorter than the screen.
  useLayoutEffect(loadOlder);
  const people = chat.users.map(({ user }) => user);
  if (thread.error && !thread.data) {
    return (
      <ErrorState title={t('Não foi possível carregar a conversa')} text={errorText(thread.error)} onRetry={() => void thread.refetch()} />
    );
  }
  return (
    <>
      <ScrollRegion ref={scroller} className={css.scroll} role="log" label={t('Mensagens')} onScroll={loadOlder}>
        {!thread.data ? (
          <ListSkeleton rows={5} rowHeight={64} label={t('Carregando as mensagens')} />
        ) : (
          <ol className={css.messages}>
            {thread.isFetchingNextPage && (
              <li className={css.older}>
                <Spinner size="xs" label={t('Carregando mensagens anteriores')} />
              </li>
            )}
            {messages.length + waiting.length === 0 && <li className={css.first}>{t('Ninguém escreveu ainda. Comece a conversa.')}</li>}
            <Messages messages={messages} people={people} ownId={me.id} />
            {waiting.map((each) => (
              <Waiting
                key={each.key}
                pending={each}
                onRetry={() => void sendChat(cache, each, me.id)}
                onDiscard={() => dropPendingChat(cache, chat.id, each.key)}
              />
            ))}
          </ol>
        )}
      </ScrollRegion>
      <ChatComposer chat={chat} onSend={(message) => void sendChat(cache, message, me.id)} />
    </>
  );
}

type MessagesProps = { messages: readonly ChatMessageView[]; people: readonly { id: number; name: string }[]; ownId: number };

function Messages({ messages, people, ownId }: MessagesProps) {
  const now = useNow(60_000);
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const isNewDay = !before || new Date(before.createdAt).toDateString() !== new Date(message.createdAt).toDateString();
    const goesOn = !isNewDay && before.senderId === message.senderId;
    return (
      <Fragment key={message.id}>
        {isNewDay && <li className={css.day}>{formatDay(message.createdAt, now)}</li>}
        <li className={css.message} data-mine={message.senderId === ownId || undefined} data-on={goesOn || undefined}>
          {message.senderId !== ownId && <span className={css.face}>{!goesOn && <Avatar name={message.sender.name} size="sm" />}</span>}
          <div className={css.bubble}>
            {message.senderId !== ownId && !goesOn && <b className={css.sender}>{message.sender.name}</b>}
            {message.medias.map((media) => (
              <Media key={media.id} media={media} />
            ))}
            {message.message && (
              <p>
                <MessageText text={message.message} people={people} ownId={ownId} />
              </p>
            )}
            <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
          </div>
        </li>
      </Fragment>
    );
  });
}

function Media({ media }: { media: ChatMediaView }) {
  const { mediaUrl, mediaName, mediaMime, mediaSize, thumbUrl, width, height } = media;
  if (mediaMime.startsWith('image/') && width && height) {
    return (
      <a href={mediaUrl} target="_blank" rel="noopener" className={css.picture}>
        <img src={thumbUrl ?? mediaUrl} alt={mediaName} width={width} height={height} loading="lazy" />
      </a>
    );
  }
  if (mediaMime.startsWith('audio/')) return <AudioRecording controls preload="metadata" src={mediaUrl} aria-label={mediaName} />;
  if (mediaMime.startsWith('video/')) return <VideoRecording controls preload="metadata" src={mediaUrl} aria-label={mediaName} />;
  return (
    <a href={`${mediaUrl}&download`} className={css.file} download={mediaName}>
      <IconFile size={18} aria-hidden />
      <span>{mediaName}</span>
      <small>{formatBytes(mediaSize)}</small>
      <IconDownload size={16} aria-hidden />
    </a>
  );
}

function Waiting({ pending, onRetry, onDiscard }: { pending: PendingChatMessage; onRetry: () => void; onDiscard: () => void }) {
  const { message, files, error } = pending;
  return (
    <li className={css.message} data-mine data-failed={error !== null || undefined}>
      <div className={css.bubble}>
        {files.map((file) => (
          <span key={`${file.name} ${file.size}`} className={css.file}>
            <IconFile size={18} aria-hidden />
            <span>{file.name}</span>
            <small>{formatBytes(file.size)}</small>
          </span>
        ))}
        {message && <p>{message}</p>}
        {error ? (
          <div className={css.failed} role="alert">
            {error.code === 'ERR_NETWORK' ? (
              t('Sem conexão. Sai sozinha quando a internet voltar.')
            ) : (
              <>
                {t('Não enviada.')} {codeText(error.code)}
              </>
            )}
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              {t('Tentar de novo')}
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
              {t('Descartar')}
            </Button>
          </div>
        ) : (
          <small>{t('Enviando…')}</small>
        )}
      </div>
    </li>
  );
}

/**
 * A box that counts from its end (`column-reverse`): older messages move nothing. New ones, while the reader is further up, are added below
 * without moving what is read.
 */
function useScrollAtEnd(last: string) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef({ last, height: 0 });
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const grown = current.scrollHeight - before.current.height;
    if (before.current.last !== last && current.scrollTop < -40 && grown > 0) current.scrollTop -= grown;
    before.current = { last, height: current.scrollHeight };
  });
  return box;
}
