import type { MessageView } from '@balcao/contract/messages';

/** The text as it goes out: with the name of its author in bold on top, if it is signed. */
export function signed(text: string, author: string | null): string {
  return author ? `*${author}:*\n${text}` : text;
}

/** What `signed` put in front of a text; empty if it is not signed. */
export function signatureOf({ body, user }: Pick<MessageView, 'body' | 'user'>): string {
  const signature = user ? signed('', user.name) : '';
  return signature && body.startsWith(signature) ? signature : '';
}
