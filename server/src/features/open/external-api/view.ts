import type { SentByApi } from '@balcao/contract/external-api';
import type { MessageView } from '@balcao/contract/messages';

/** What a program is told of what it sent. */
export function sentByApi({ id, ticketId, state }: MessageView, all: readonly MessageView[]): SentByApi {
  return { id, ticketId, state, messages: all.map(({ id, state }) => ({ id, state })) };
}
