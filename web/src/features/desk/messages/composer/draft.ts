import type { MessageView } from '@balcao/contract/messages';
import { ownKey, useStored } from '../../../../platform/storage.ts';

/** The storage key of the draft of a ticket. */
export function draftKey(ticketId: number): string {
  return ownKey(`draft:${ticketId}`);
}

/** The draft of a ticket; survives a reload and is shared by all tabs. */
export function useDraft(ticketId: number): [string, (text: string) => void] {
  return useStored(draftKey(ticketId), '');
}

/** The text as it goes out: with the name of its author in bold on top, if it is signed. */
export function signed(text: string, author: string | null): string {
  return author ? `*${author}:*\n${text}` : text;
}

/** What `signed` put in front of a text; empty if it is not signed. */
export function signatureOf({ body, user }: Pick<MessageView, 'body' | 'user'>): string {
  const signature = user ? signed('', user.name) : '';
  return signature && body.startsWith(signature) ? signature : '';
}
