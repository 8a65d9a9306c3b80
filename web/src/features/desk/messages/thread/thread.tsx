import type { MessageView } from '@balcao/contract/messages';
import type { TicketView } from '@balcao/contract/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useDraft } from '../../../../data/drafts/drafts.ts';
import { hurryDrafts } from '../../../../data/drafts/live.ts';
import { isUnreadable, useThread } from '../../../../data/messages/queries.ts';
import { useConversationNotes } from '../../../../data/notes/queries.ts';
import { usePresence } from '../../../../data/tickets/presence.ts';
import { useTicketMoves } from '../../../../data/tickets/queries.ts';
import { now } from '../../../../platform/clock.ts';
import { useCommand } from '../../../../platform/commands.ts';
import { errorText } from '../../../../platform/errors.ts';
import { useEscape } from '../../../../platform/escape.ts';
import { t } from '../../../../platform/i18n.ts';
import { lazyPart } from '../../../../platform/lazy-part.ts';
import { useUser } from '../../../../platform/session.ts';
import { Wanted } from '../../../../platform/wanted.tsx';
import { ErrorState } from '../../../../ui/page/error-state.tsx';
import css from '../composer/composer.module.css';
import { Composer, type Later } from '../composer/composer.tsx';
import { ComposerTabs, type Writing } from '../composer/composer-tabs.tsx';
import type { Suggestion } from '../composer/suggestions.ts';
import { addFiles, clearTray, useTray } from '../composer/tray.ts';
import type { VariablesAbout } from '../composer/use-completion.ts';
import { named, useDroppedFiles } from '../composer/use-dropped-files.ts';
import { SelectionBar } from '../forward/selection-bar.tsx';
import { MessageHelpContext } from '../message-help.ts';
import { useMessageActions } from '../mutations.ts';
import { resumeOutbox, send } from '../outbox.ts';
import { Conversation, type ConversationHandle } from './conversation.tsx';
import { lookedAt, type Shown, withNewest } from './looked-at.ts';
import { NotWritable, useWriting } from './not-writable.tsx';
import { PinnedNote } from './pinned-note.tsx';
import { useBubbleActions } from './use-bubble-actions.ts';
import { useEntries } from './use-entries.ts';
import { type Find, useFinding } from './use-finding.ts';
import { useOlderMessages } from './use-older-messages.ts';
import { useReading, useUnreadAtOpening } from './use-reading.ts';
import { useSelection } from './use-selection.ts';
import { useTellWriting } from './use-tell-writing.ts';

const FindBar = lazyPart(async () => ({ default: (await import('../find/find-bar.tsx')).FindBar }));
const ForwardDialog = lazyPart(async () => ({ default: (await import('../forward/forward-dialog.tsx')).ForwardDialog }));
const EditDialog = lazyPart(async () => ({ default: (await import('../bubble/edit-dialog.tsx')).EditDialog }));

export type ThreadProps = {
  ticket: TicketView;
  find?: Find | null;
  onAccept: () => void;
  onReopen: () => void;
  startConversation: (card: { name: string; phone: string }) => void;
  /** Sends a template; null where the channel has none. */
  onTemplate: (() => void) | null;
  /** Sends the files of a list. */
  onFileList: () => void;
  /** Of whom variables in a text tell. */
  about: VariablesAbout;
  /** Texts that may be inserted while writing. */
  suggestions: readonly Suggestion[];
  /** Offers to send a text later. */
  later?: Later | undefined;
  /** Where a note is written; `tabs` chooses between message and note. */
  note: (tabs: ReactNode) => ReactNode;
};

/** The open conversation, with the composer below. Mount it with the ticket's id as key. */
export function Thread({
  ticket,
  find = null,
  onAccept,
  onReopen,
  onTemplate,
  onFileList,
  startConversation,
  about,
  suggestions,
  later,
  note,
}: ThreadProps) {
  const cache = useQueryClient();
  const user = useUser();
  const thread = useThread(ticket.id);
  const moves = useTicketMoves(ticket.id);
  const notes = useConversationNotes(ticket.id, ticket.contactId);
  const colleagues = usePresence(ticket.id);
  const [writes, setWrites] = useState<Writing>('message');
  useCommand('composer.reply', t('Escrever resposta'), () => setWrites('message'), writes === 'note');
  useCommand('composer.note', t('Escrever nota interna'), () => setWrites('note'));
  const messageActions = useMessageActions();
  const help = useContext(MessageHelpContext);
  const conversation = useRef<ConversationHandle>(null);
  const [quoted, setQuoted] = useState<MessageView | null>(null);
  const [editing, setEditing] = useState<MessageView | null>(null);
  const [draft, setDraft] = useDraft(ticket.id);
  const files = useTray(ticket.id);
  const place = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const channel = ticket.whatsapp?.channel;
  const tellWriting = useTellWriting(ticket);
  // What was loaded before, also ahead of opening it, is not shown to who may not read it any more.
  const pages = isUnreadable(thread.failureReason ?? thread.error) ? undefined : thread.data?.pages;
  const unread = useUnreadAtOpening(ticket, pages, thread.isFetchedAfterMount);
  useReading(ticket, atEnd && ticket.userId === user.id && ticket.status === 'open');

  const writing = useWriting(ticket);
  const writable = ticket.status === 'open' && writing.ok;
  const entries = useEntries(pages, ticket);
  const finding = useFinding(find);
  const [forwarding, setForwarding] = useState<readonly MessageView[] | null>(null);
  const { chosen, selection, choose, end: endSelection } = useSelection();
  const frame = useRef<HTMLDivElement>(null);
  useEscape(endSelection, chosen !== null && forwarding === null);

  useEffect(() => resumeOutbox(cache), [cache]);
  useEffect(hurryDrafts, []);
  const actions = useBubbleActions(channel, { reply: writable ? setQuoted : null, edit: setEditing, forward: setForwarding, choose });
  const editLast = () => {
    const last = entries?.findLast(({ message }) => message.fromMe && message.user?.id === user.id);
    if (last && !last.pending && !last.message.isDeleted && actions.edit?.can(last.message)) setEditing(last.message);
  };
  const { loadOlder, seek } = useOlderMessages(ticket.id, thread);
  const jump = useCallback((messageId: string, position?: number) => conversation.current?.jump(messageId, position), []);

  const shown = useRef<readonly Shown[]>([]);
  shown.current = withNewest(shown.current, pages?.[0]?.messages.at(-1)?.id, now());
  const writingColleagues = useMemo(() => colleagues.filter(({ state }) => state === 'typing'), [colleagues]);
  const tabs = <ComposerTabs writing={writes} onWriting={setWrites} />;

  const takeFiles = (chosen: Iterable<File>) => {
    // They go to the customer, never into a note.
    setWrites('message');
    addFiles(ticket.id, channel ?? 'whatsapp_web', chosen);
  };
  const droppedHere = useDroppedFiles(place, writable ? (dropped) => takeFiles(named(dropped)) : null);
  if (thread.error && !pages) {
    return (
      <ErrorState title={t('Não foi possível carregar a conversa')} text={errorText(thread.error)} onRetry={() => void thread.refetch()} />
    );
  }
  return (
    <div ref={place} className={css.thread}>
      <Wanted value={finding.open && (finding.start === null || thread.isFetchedAfterMount)}>
        {() => (
          <FindBar
            key={finding.start?.key}
            ticketId={ticket.id}
            start={finding.start}
            within={frame}
            onJump={jump}
            onClose={finding.close}
          />
        )}
      </Wanted>
      <PinnedNote notes={notes} />
      <Conversation
        entries={entries}
        hasOlder={thread.hasNextPage}
        loadingOlder={thread.isFetchingNextPage}
        onOlder={loadOlder}
        isGroup={ticket.isGroup}
        unread={unread}
        moves={moves}
        notes={notes}
        ticket={ticket}
        actions={actions}
        startConversation={startConversation}
        onSeek={seek}
        onEnd={setAtEnd}
        handle={conversation}
        selection={selection}
        frame={frame}
      />
      <div className={css.dock}>
        {chosen ? (
          <SelectionBar
            messages={chosen}
            mayRemove={actions.mayRemove}
            onForward={setForwarding}
            onChoose={choose}
            onClose={endSelection}
          />
        ) : writes === 'note' ? (
          <Suspense fallback={<div className={css.composer}>{tabs}</div>}>{note(tabs)}</Suspense>
        ) : writable ? (
          <Composer
            tabs={tabs}
            enterSends={user.sendWith === 'enter'}
            writing={writingColleagues}
            ticketId={ticket.id}
            author={user.name}
            draft={draft}
            onDraft={(text) => {
              setDraft(text);
              tellWriting(text !== '');
            }}
            quoted={quoted}
            onUnquote={() => setQuoted(null)}
            onEditLast={editLast}
            files={files}
            onFiles={takeFiles}
            onFilesSent={() => clearTray(ticket.id)}
            onSend={(outgoing) => send(cache, { ...outgoing, after: lookedAt(shown.current, now()) })}
            about={about}
            suggestions={suggestions}
            later={later}
            onTemplate={onTemplate}
            onFileList={onFileList}
          />
        ) : (
          <>
            {help.tools(null)}
            <div className={css.alone}>{tabs}</div>
            <NotWritable ticket={ticket} writing={writing} draft={draft} onAccept={onAccept} onReopen={onReopen} onTemplate={onTemplate} />
          </>
        )}
      </div>
      <Wanted value={editing}>
        {(message) => (
          <EditDialog message={message} onSave={(body) => messageActions.edit(message, body)} onClose={() => setEditing(null)} />
        )}
      </Wanted>
      <Wanted value={forwarding}>
        {(messages) => (
          <ForwardDialog
            ticket={ticket}
            messages={messages}
            onClose={() => setForwarding(null)}
            onDone={() => {
              setForwarding(null);
              endSelection();
            }}
          />
        )}
      </Wanted>
      {droppedHere && <div className={css.drop}>{t('Solte os arquivos para anexar')}</div>}
    </div>
  );
}
