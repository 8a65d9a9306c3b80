import type { TicketView } from '@balcao/contract/tickets';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { type MessagePages, messageKeys } from '../../../../data/messages/keys.ts';
import { loadUntil, usePeek } from '../../../../data/messages/queries.ts';
import { useConversationNotes } from '../../../../data/notes/queries.ts';
import { useTicketMoves } from '../../../../data/tickets/queries.ts';
import { errorText } from '../../../../platform/errors.ts';
import { t } from '../../../../platform/i18n.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { ErrorState } from '../../../../ui/page/error-state.tsx';
import { Conversation } from './conversation.tsx';
import css from './peek-dialog.module.css';
import { type Entry, messagesOf } from './thread-rows.ts';

export type PeekDialogProps = {
  ticket: TicketView;
  onClose: () => void;
  /** Null when there is nothing to accept. */
  onAccept: (() => void) | null;
  /** Where a note for the team is written. */
  note?: ReactNode;
};

/** Shows a conversation without marking anything as read. What the person knows they can note for whoever answers. */
export function PeekDialog({ ticket, onClose, onAccept, note }: PeekDialogProps) {
  const cache = useQueryClient();
  const peek = usePeek(ticket.id);
  const moves = useTicketMoves(ticket.id);
  const notes = useConversationNotes(ticket.id, ticket.contactId);
  const [noting, setNoting] = useState(false);
  const pages = peek.data?.pages;
  const entries = useMemo<Entry[] | undefined>(
    () => pages && messagesOf(pages).map((message) => ({ key: message.id, message, pending: null })),
    [pages],
  );
  const seek = (messageId: string) =>
    loadUntil(
      messageId,
      () => cache.getQueryData<MessagePages>(messageKeys.peek(ticket.id)),
      () => peek.fetchNextPage(),
    );
  return (
    <Dialog
      opened
      flush
      width={560}
      onClose={onClose}
      title={t('Espiando {{name}} #{{id}}', { name: ticket.contact.name, id: ticket.number })}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Fechar')}
          </Button>
          {note && (
            <Button variant="default" leftSection={<IconLock size={16} />} aria-expanded={noting} onClick={() => setNoting(!noting)}>
              {t('Nota')}
            </Button>
          )}
          {onAccept && (
            <Button data-autofocus onClick={onAccept}>
              {t('Aceitar')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.inside}>
        {peek.error && !pages ? (
          <ErrorState title={t('Não foi possível carregar a conversa')} text={errorText(peek.error)} onRetry={() => void peek.refetch()} />
        ) : (
          <Conversation
            entries={entries}
            hasOlder={peek.hasNextPage}
            loadingOlder={peek.isFetchingNextPage}
            onOlder={() => peek.hasNextPage && !peek.isFetching && void peek.fetchNextPage()}
            isGroup={ticket.isGroup}
            unread={null}
            moves={moves}
            notes={notes}
            ticket={ticket}
            actions={null}
            startConversation={null}
            onSeek={seek}
          />
        )}
        {noting && (
          <div className={css.note}>
            <Suspense>{note}</Suspense>
          </div>
        )}
      </div>
    </Dialog>
  );
}
