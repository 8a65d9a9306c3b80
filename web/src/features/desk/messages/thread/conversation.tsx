import type { MessageView } from '@balcao/contract/messages';
import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import type { TicketMove, TicketView } from '@balcao/contract/tickets';
import { Loader } from '@mantine/core';
import { IconArrowDown, IconMessage } from '@tabler/icons-react';
import { lazy, type RefObject, Suspense, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useNow } from '../../../../platform/clock.ts';
import { formatDateTime, formatDay } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { Album } from '../bubble/album.tsx';
import { Bubble, type BubbleActions, type BubbleLinks } from '../bubble/bubble.tsx';
import { playVoice } from '../media/voice-player.tsx';
import css from './conversation.module.css';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { NoteBubble } from './note-bubble.tsx';
import { SystemLine } from './system-line.tsx';
import { type Entry, type ThreadRow, threadRows } from './thread-rows.ts';
import { useScrollPlace } from './use-scroll-place.ts';

const Lightbox = lazy(async () => ({ default: (await import('../media/lightbox.tsx')).Lightbox }));

export type ConversationHandle = { toEnd: () => void };
export type ConversationProps = {
  /** Oldest first; undefined while the first page loads. */
  entries: readonly Entry[] | undefined;
  hasOlder: boolean;
  loadingOlder: boolean;
  onOlder: () => void;
  isGroup: boolean;
  unread: { id: string; count: number } | null;
  /** What happened to the tickets; undefined while it loads. */
  moves: readonly TicketMove[] | undefined;
  /** What the team noted. */
  notes?: readonly TicketNoteView[] | undefined;
  ticket: Pick<TicketView, 'id' | 'number' | 'status'>;
  actions: BubbleActions | null;
  startConversation: ((card: { name: string; phone: string }) => void) | null;
  /** Loads the page a message is on. Answers whether it was found. */
  onSeek: (messageId: string) => Promise<boolean>;
  /** The end became visible or hidden. */
  onEnd?: (atEnd: boolean) => void;
  handle?: RefObject<ConversationHandle | null>;
};

/** The messages of a conversation. It keeps the scroll position, and follows new messages only if the reader is at the end. */
export function Conversation(props: ConversationProps) {
  const {
    entries,
    hasOlder,
    loadingOlder,
    onOlder,
    isGroup,
    unread,
    moves,
    notes,
    ticket,
    actions,
    startConversation,
    onSeek,
    onEnd,
    handle,
  } = props;
  const { id, number, status } = ticket;
  const now = useNow(60_000);
  const rows = useMemo(
    () => threadRows({ entries: entries ?? [], complete: !hasOlder, unread, moves, notes, ticket: { id, number, status } }),
    [entries, hasOlder, unread, moves, notes, id, number, status],
  );
  const [flash, setFlash] = useState<string | null>(null);
  const [media, setMedia] = useState<MessageView | null>(null);
  const place = useScrollPlace({
    rows,
    ready: entries !== undefined,
    startAt: unread ? '[data-unread]' : null,
    onNearStart: onOlder,
    onEnd,
  });
  useImperativeHandle(handle, () => ({ toEnd: place.toEnd }), [place.toEnd]);

  const jump = useLatest(async (messageId: string) => {
    if (!(await onSeek(messageId))) return;
    window.requestAnimationFrame(() => {
      place.toMessage(messageId);
      setFlash(messageId);
      window.setTimeout(() => setFlash(null), 1500);
    });
  });
  const voiceEnded = useLatest((message: MessageView) => {
    const all = entries ?? [];
    const next = all[all.findIndex((entry) => entry.message.id === message.id) + 1]?.message;
    if (next?.isVoice && next.fromMe === message.fromMe && next.mediaUrl) playVoice(next.id);
  });
  const links = useMemo<BubbleLinks>(
    () => ({ jump: (id) => void jump(id), openMedia: setMedia, startConversation, voiceEnded }),
    [startConversation, jump, voiceEnded],
  );

  if (!entries) return <ConversationSkeleton />;
  return (
    <div className={css.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <div ref={place.scroller} className={css.scroll} tabIndex={0} role="log" aria-label={t('Mensagens')} onScroll={place.onScroll}>
        <ol ref={place.list} className={css.list}>
          {hasOlder && (
            <li className={css.older}>{loadingOlder && <Loader size="xs" aria-label={t('Carregando mensagens anteriores')} />}</li>
          )}
          {rows.map((row) => (
            <Row key={row.key} row={row} now={now} flash={flash} isGroup={isGroup} actions={actions} links={links} />
          ))}
        </ol>
      </div>
      {!place.atEnd && (
        <button type="button" className={css.jump} onClick={place.toEnd}>
          <IconArrowDown size={16} aria-hidden />
          {place.missed > 0 ? t('{{count}} mensagens novas', { count: place.missed }) : t('Ir para o fim')}
        </button>
      )}
      {media && (
        <Suspense>
          <Lightbox pictures={picturesOf(entries)} start={media} onClose={() => setMedia(null)} />
        </Suspense>
      )}
    </div>
  );
}

type RowProps = { row: ThreadRow; now: number; flash: string | null; isGroup: boolean; actions: BubbleActions | null; links: BubbleLinks };

function Row({ row, now, flash, isGroup, actions, links }: RowProps) {
  switch (row.kind) {
    case 'day':
      return <li className={css.day}>{formatDay(row.at, now)}</li>;
    case 'unread':
      return (
        <li className={css.day} data-unread>
          {t('{{count}} mensagens novas', { count: row.count })}
        </li>
      );
    case 'started':
    case 'ended':
      return (
        <li className={css.notice}>
          <IconMessage size={14} aria-hidden />
          <span>
            {row.number !== null && <b>#{row.number} · </b>}
            {row.kind === 'started' ? t('Conversa iniciada') : t('Conversa encerrada')} · {formatDateTime(row.at)}
          </span>
        </li>
      );
    case 'move':
      return <SystemLine move={row.move} number={row.number} />;
    case 'note':
      return <NoteBubble note={row.note} />;
    case 'album':
      return <Album entries={row.entries} first={row.first} links={links} />;
    case 'message':
      return (
        <Bubble
          entry={row.entry}
          first={row.first}
          flash={flash === row.entry.message.id}
          isGroup={isGroup}
          actions={actions}
          links={links}
        />
      );
  }
}

function picturesOf(entries: readonly Entry[]): MessageView[] {
  return entries
    .map(({ message }) => message)
    .filter(({ mediaType, mediaUrl, isDeleted }) => mediaType === 'image' && mediaUrl && !isDeleted);
}

/** A function with a stable identity that always runs its latest version, for memoized components. */
function useLatest<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  const latest = useRef(run);
  latest.current = run;
  const [stable] = useState(
    () =>
      (...args: A) =>
        latest.current(...args),
  );
  return stable;
}
