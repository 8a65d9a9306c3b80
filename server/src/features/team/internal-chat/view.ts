import type { ChatMessageView, ChatView } from '@balcao/contract/chats';
import type { ChatRow, MemberRow } from './store/chats.ts';
import type { ChatFileRow, ChatMessageRow } from './store/messages.ts';

/** The owner is always a member. */
export function chatView(row: ChatRow, members: readonly Omit<MemberRow, 'joined_at'>[]): ChatView {
  return {
    id: row.id,
    uuid: row.uuid,
    title: row.title,
    ownerId: row.owner_id,
    owner: { id: row.owner_id, name: members.find(({ user_id }) => user_id === row.owner_id)?.name ?? '' },
    lastMessage: row.last_message,
    users: members.map(({ user_id, unread, name }) => ({
      chatId: row.id,
      userId: user_id,
      unreads: unread,
      user: { id: user_id, name },
    })),
    companyId: row.company_id,
    revision: row.revision,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** `link` makes an absolute URL of a file's key. */
export function chatMessageView(
  row: ChatMessageRow,
  files: readonly ChatFileRow[],
  link: (key: string, name?: string) => string,
): ChatMessageView {
  const medias = files.map((file) => ({
    id: file.id,
    mediaUrl: link(file.media_key, file.media_name),
    thumbUrl: file.thumb_key && link(file.thumb_key),
    mediaName: file.media_name,
    mediaMime: file.media_mime,
    mediaSize: file.media_size,
    width: file.width,
    height: file.height,
  }));
  return {
    id: row.id,
    chatId: row.chat_id,
    senderId: row.sender_id,
    sender: { id: row.sender_id, name: row.sender_name },
    message: row.body,
    // The driver leaves the numbers of a list as text.
    mentions: row.mentions.map(Number),
    medias,
    mediaPath: medias[0]?.mediaUrl ?? null,
    mediaName: medias[0]?.mediaName ?? null,
    clientKey: row.client_key,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.created_at.toISOString(),
  };
}
