import type { ChatMessageView, ChatView, chatEndpoints } from '@balcao/contract/chats';
import type { Answer } from '@balcao/contract/endpoint';
import { pageSize } from '@balcao/contract/page-rules';
import { mediaLinker } from '../../../gateways/files/signed-url.ts';
import { type Ctx, personOf, type Reader, type Tx } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { isMember } from './access.ts';
import {
  type ChatRow,
  countChatsOf,
  findChat,
  findChatByUuid,
  listChatsOf,
  listUnreadOf,
  type MemberRow,
  membersOf,
} from './store/chats.ts';
import { type ChatMessageRow, filesOf, listMessages } from './store/messages.ts';
import { chatMessageView, chatView } from './view.ts';

const unreadMax = 100;

/** One page of the caller's chats, the one written in last first. */
export function listChats(ctx: Ctx, query: { searchParam: string; pageNumber: number }): Promise<Answer<typeof chatEndpoints.listChats>> {
  return reading(ctx, async (ctx) => {
    const { id: userId } = personOf(ctx.actor);
    const { rows, ...page } = await pageOf(
      query.pageNumber,
      (limit, offset) => listChatsOf(ctx, userId, query.searchParam, limit, offset),
      () => countChatsOf(ctx, userId, query.searchParam),
    );
    return { records: rows.map((row) => chatView(row, row.members)), ...page };
  });
}

/** In which chats the caller has something unread; at most 100. */
export function listUnreadChats(ctx: Ctx): Promise<{ chatIds: number[] }> {
  return reading(ctx, async (ctx) => ({ chatIds: await listUnreadOf(ctx, personOf(ctx.actor).id, unreadMax) }));
}

/** A chat of the caller; ERR_NO_CHAT_FOUND. */
export function showChat(ctx: Ctx, uuid: string): Promise<ChatView> {
  return reading(ctx, async (ctx) => {
    const row = await findChatByUuid(ctx, uuid);
    const memberIds = row?.members.map(({ user_id }) => user_id) ?? [];
    if (!row || !isMember(ctx.actor, memberIds)) throw new AppError('ERR_NO_CHAT_FOUND');
    return chatView(row, row.members);
  });
}

/** One page of a chat's messages, the oldest of them first; page 1 has the newest. ERR_NO_CHAT_FOUND. */
export function listChatMessages(ctx: Ctx, chatId: number, pageNumber: number): Promise<Answer<typeof chatEndpoints.listChatMessages>> {
  return reading(ctx, async (ctx) => {
    await mustSee(ctx, await findChat(ctx, chatId));
    const size = pageSize.messages;
    const rows = await listMessages(ctx, chatId, size + 1, (pageNumber - 1) * size);
    return { records: await viewMessages(ctx, rows.slice(0, size).reverse()), hasMore: rows.length > size };
  });
}

/** The chat with its members, if there is one and the caller is one of them; else ERR_NO_CHAT_FOUND. */
export async function mustSee(ctx: Reader | Tx, row: ChatRow | null): Promise<{ row: ChatRow; members: MemberRow[] }> {
  if (!row) throw new AppError('ERR_NO_CHAT_FOUND');
  const members = await membersOf(ctx, [row.id]);
  const memberIds = members.map(({ user_id }) => user_id);
  if (!isMember(ctx.actor, memberIds)) throw new AppError('ERR_NO_CHAT_FOUND');
  return { row, members };
}

/** The messages with links to their files. */
export async function viewMessages(ctx: Reader | Tx, rows: readonly ChatMessageRow[]): Promise<ChatMessageView[]> {
  const files = await filesOf(
    ctx,
    rows.map(({ id }) => id),
  );
  const path = mediaLinker(ctx);
  return rows.map((row) =>
    chatMessageView(
      row,
      files.filter(({ message_id }) => message_id === row.id),
      (key, name) => `${ctx.publicUrl}${path(key, name)}`,
    ),
  );
}
