import type { TicketView } from '@balcao/contract/tickets';
import { useMemo } from 'react';
import type { MessagePages } from '../../../../data/messages/keys.ts';
import { pendingKeyOf, usePendingMessages } from '../../../../data/messages/pending.ts';
import { useUser } from '../../../../platform/session.ts';
import { type Entry, entryOfPending, messagesOf } from './thread-rows.ts';

/** Messages and those on their way, in order; undefined while the first page loads. */
export function useEntries(
  pages: MessagePages['pages'] | undefined,
  { id, contactId }: Pick<TicketView, 'id' | 'contactId'>,
): Entry[] | undefined {
  const user = useUser();
  const pendingMessages = usePendingMessages(id);
  const author = useMemo(() => ({ id: user.id, name: user.name }), [user.id, user.name]);
  return useMemo(() => {
    if (!pages) return undefined;
    const messages = messagesOf(pages);
    const keys = new Set(messages.map(pendingKeyOf));
    return [
      // A sent message keeps the key of its pending one, so that the bubble stays the same element.
      ...messages.map((message) => ({ key: message.clientKey?.replace(/:0$/, '') ?? message.id, message, pending: null })),
      ...pendingMessages.filter(({ key }) => !keys.has(key)).map((pending) => entryOfPending(pending, contactId, author)),
    ];
  }, [pages, pendingMessages, contactId, author]);
}
