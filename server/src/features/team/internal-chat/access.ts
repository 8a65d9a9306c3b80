// Only members see, write in and hear of a chat. Admins and operators who are no members are outsiders.
import type { ChatView, SentChatMessage } from '@balcao/contract/chats';
import type { Room } from '../../../events/rooms.ts';
import type { Broadcast } from '../../../platform/facts.ts';

type Caller = { kind: 'system' } | { kind: 'user'; id: number };

export function isMember(caller: Caller, memberIds: readonly number[]): boolean {
  return caller.kind === 'user' && memberIds.includes(caller.id);
}

/** Only its owner edits and deletes a chat. */
export function mayChange(caller: Caller, { owner_id }: { owner_id: number }): boolean {
  return caller.kind === 'user' && caller.id === owner_id;
}

const membersOf = ({ users }: ChatView) => users.map(({ userId }) => userId);
const roomsOf = (userIds: readonly number[]) => userIds.map((userId): Room => ({ to: 'user', userId }));

export function creationNews({ chat }: { chat: ChatView }): Broadcast[] {
  return [{ event: 'chat', payload: { action: 'create', chat }, rooms: roomsOf(membersOf(chat)) }, ...toEach(chat, 'create')];
}

/** Who left hears only that it is gone. */
export function changeNews({ chat, left }: { chat: ChatView; left: readonly number[] }): Broadcast[] {
  return [...deletionNews({ id: chat.id, memberIds: left }), ...toAll(chat), ...toEach(chat, 'update')];
}

export function readingNews({ chat }: { chat: ChatView }): Broadcast[] {
  return toAll(chat);
}

export function messageNews({ message }: { message: SentChatMessage }): Broadcast[] {
  const { chat } = message;
  const rooms = roomsOf(membersOf(chat));
  const payload = { action: 'new-message' as const, newMessage: message, chat };
  return [
    { event: 'chat', payload, rooms },
    { event: 'chatRoom', payload, rooms, ids: { chatId: chat.id } },
  ];
}

export function deletionNews({ id, memberIds }: { id: number; memberIds: readonly number[] }): Broadcast[] {
  return memberIds.length === 0 ? [] : [{ event: 'chat', payload: { action: 'delete', id }, rooms: roomsOf(memberIds) }];
}

function toAll(chat: ChatView): Broadcast[] {
  const rooms = roomsOf(membersOf(chat));
  return [
    { event: 'chat', payload: { action: 'update', chat }, rooms },
    { event: 'chatRoom', payload: { action: 'update', chat }, rooms, ids: { chatId: chat.id } },
  ];
}

function toEach(chat: ChatView, action: 'create' | 'update'): Broadcast[] {
  return membersOf(chat).map((userId) => ({
    event: 'chatMember',
    payload: { action, record: chat },
    rooms: roomsOf([userId]),
    ids: { userId },
  }));
}
