import type { MessageView } from '@balcao/contract/messages';
import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import type { TicketMove, TicketView } from '@balcao/contract/tickets';
import { IconArrowDown, IconMessage } from '@tabler/icons-react';
import { memo, type RefObject, useImperativeHandle, useMemo, useState } from 'react';
import { useNow } from '../../../../platform/clock.ts';
import { formatDateTime, formatDay } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { useLatest } from '../../../../platform/use-latest.ts';
import { Spinner } from '../../../../ui/marks/spinner.tsx';
import { ScrollRegion } from '../../../../ui/page/scroll-region.tsx';
import { Album } from '../bubble/album.tsx';
import { Bubble, type BubbleActions, type BubbleLinks } from '../bubble/bubble.tsx';
import { fileTypeOf } from '../bubble/message-text.ts';
import { OpenedMedia } from '../media/opened-media.tsx';
import { playVoice } from '../media/voice-player.tsx';
import css from './conversation.module.css';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { NoteBubble } from './note-bubble.tsx';
import { SystemLine } from './system-line.tsx';
import { type Entry, type ThreadRow, threadRows } from './thread-rows.ts';
import { useScrollPlace } from './use-scroll-place.ts';

export type ConversationHandle = {
  toEnd: () => void;
  /** Shows a message and makes it stand out; `position` is its place from the newest, where that is known. */
  jump: (messageId: string, position?: number) => void;
};
/** What is chosen, and how to choose. */
export type Selection = { ids: ReadonlySet<string>; toggle: (messages: readonly MessageView[]) => void };
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
  /** Loads the page a message or a note is on. Answers whether it was found. */
  onSeek: (messageId: string, position?: number) => Promise<boolean>;
  /** The end became visible or hidden. */
  onEnd?: (atEnd: boolean) => void;
  handle?: RefObject<ConversationHandle | null>;
  selection?: Selection | null;
  /** Holds the messages. */
  frame?: RefObject<HTMLDivElement | null>;
};

/** The messages of a conversation. It keeps the scroll position, and follows new messages only if the reader is at the end. */
export const Conversation = memo(function Conversation(props: ConversationProps) {
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
  const { selection = null, frame } = props;
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
  const jump = useLatest(async (messageId: string, position?: number) => {
    if (!(await onSeek(messageId, position))) return;
    // What was loaded for it may be drawn some frames later.
    const arrive = (framesLeft: number) =>
      window.requestAnimationFrame(() => {
        if (!place.toMessage(messageId)) return framesLeft > 0 ? arrive(framesLeft - 1) : undefined;
        setFlash(messageId);
        window.setTimeout(() => setFlash(null), 1500);
      });
    arrive(120);
  });
  useImperativeHandle(handle, () => ({ toEnd: place.toEnd, jump: (...to) => void jump(...to) }), [place.toEnd, jump]);
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
    <div ref={frame} className={css.frame} data-selecting={selection ? true : undefined}>
      <ScrollRegion
        ref={place.scroller}
        className={css.scroll}
        role="log"
        // Older pages come in too; the shell says what is new.
        aria-live="off"
        label={t('Mensagens')}
        onScroll={place.onScroll}
      >
        <ol ref={place.list} className={css.list}>
          {hasOlder && <li className={css.older}>{loadingOlder && <Spinner size="xs" label={t('Carregando mensagens anteriores')} />}</li>}
          {rows.map((row) => (
            <Row
              key={row.key}
              row={row}
              now={row.kind === 'day' ? now : 0}
              flash={row.kind === 'message' && flash === row.entry.message.id}
              isGroup={isGroup}
              actions={actions}
              links={links}
              selected={selection ? isSelected(row, selection.ids) : null}
              onSelect={selection?.toggle}
            />
          ))}
        </ol>
      </ScrollRegion>
      {!place.atEnd && (
        <button type="button" className={css.jump} onClick={place.toEnd}>
          <IconArrowDown size={16} aria-hidden />
          {place.missed > 0 ? t('{{count}} mensagens novas', { count: place.missed }) : t('Ir para o fim')}
        </button>
      )}
      {media && <OpenedMedia message={media} pictures={picturesOf(entries)} onClose={() => setMedia(null)} />}
    </div>
  );
});

type RowProps = {
  row: ThreadRow;
  now: number;
  flash: boolean;
  isGroup: boolean;
  actions: BubbleActions | null;
  links: BubbleLinks;
  /** Null where nothing is selected. */
  selected: boolean | null;
  onSelect: Selection['toggle'] | undefined;
};

/** Rendered again only if it changed: a long conversation has thousands of rows. */
const Row = memo(
  function Row({ row, now, flash, isGroup, actions, links, selected, onSelect }: RowProps) {
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
        return <Album entries={row.entries} first={row.first} links={links} selected={selected} onSelect={onSelect} />;
      case 'message':
        return (
          <Bubble
            entry={row.entry}
            first={row.first}
            flash={flash}
            selected={selected}
            onSelect={onSelect}
            isGroup={isGroup}
            actions={actions}
            links={links}
          />
        );
    }
  },
  (before, after) =>
    sameRow(before.row, after.row) &&
    before.now === after.now &&
    before.flash === after.flash &&
    before.isGroup === after.isGroup &&
    before.actions === after.actions &&
    before.links === after.links &&
    before.selected === after.selected &&
    before.onSelect === after.onSelect,
);

function isSelected(row: ThreadRow, ids: ReadonlySet<string>): boolean {
  if (row.kind === 'message') return ids.has(row.entry.message.id);
  return row.kind === 'album' && row.entries.every(({ message }) => ids.has(message.id));
}

/** Are two rows drawn alike? They are made anew with each message. */
function sameRow(a: ThreadRow, b: ThreadRow): boolean {
  if (a.kind === 'message') return b.kind === 'message' && a.first === b.first && sameEntry(a.entry, b.entry);
  if (a.kind === 'album')
    return (
      b.kind === 'album' &&
      a.first === b.first &&
      a.entries.length === b.entries.length &&
      a.entries.every((entry, at) => sameEntry(entry, b.entries[at]))
    );
  if (a.kind === 'note') return b.kind === 'note' && a.note === b.note;
  if (a.kind === 'move') return b.kind === 'move' && a.move === b.move && a.number === b.number;
  return JSON.stringify(a) === JSON.stringify(b);
}

function sameEntry(a: Entry, b: Entry | undefined): boolean {
  return b !== undefined && a.message === b.message && a.pending === b.pending;
}

function picturesOf(entries: readonly Entry[]): MessageView[] {
  return entries
    .map(({ message }) => message)
    .filter((message) => fileTypeOf(message) === 'image' && message.mediaUrl && !message.isDeleted);
}
