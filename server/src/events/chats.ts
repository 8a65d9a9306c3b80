import type { ChatView, SentChatMessage } from '@balcao/contract/chats';
import { fact } from '../platform/facts.ts';

export const chatCreated = fact<{ chat: ChatView }>('chat.created');
/** Another title or other members. `left`: who is a member no more. */
export const chatChanged = fact<{ chat: ChatView; left: readonly number[] }>('chat.changed');
/** A member read what was unread. */
export const chatRead = fact<{ chat: ChatView }>('chat.read');
export const chatDeleted = fact<{ id: number; memberIds: readonly number[] }>('chat.deleted');
export const chatMessageCreated = fact<{ message: SentChatMessage }>('chatMessage.created');
