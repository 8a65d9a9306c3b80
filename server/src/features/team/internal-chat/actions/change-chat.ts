import { chatMembersMax } from '@balcao/contract/chat-rules';
import type { ChatView } from '@balcao/contract/chats';
import { chatChanged, chatCreated, chatDeleted, chatRead } from '../../../../events/chats.ts';
import { type Ctx, personOf, type Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError, invalid } from '../../../../platform/errors.ts';
import { audit, removeFilesOf } from '../../../company/system/actions.ts';
import { findUser } from '../../../company/users/reads.ts';
import { mayChange } from '../access.ts';
import { mustSee } from '../reads.ts';
import { nextOwner } from '../rules.ts';
import {
  addMembers,
  type ChatRow,
  clearUnread,
  holdUsers,
  insertChat,
  listChatIdsOf,
  lockChatRow,
  type MemberRow,
  membersOf,
  removeChat,
  removeMembers,
  saveChat,
} from '../store/chats.ts';
import { chatView } from '../view.ts';

/** How many chats one run leaves. */
const leavesAtOnce = 50;

/** Opens a chat of the caller with these members. ERR_NO_USER_FOUND. */
export function createChat(ctx: Ctx, input: { title: string; users: readonly number[] }): Promise<ChatView> {
  return transaction(ctx, async (ctx) => {
    const { id: ownerId } = personOf(ctx.actor);
    const memberIds = await assertMembers(ctx, ownerId, input.users);
    const at = ctx.now();
    const row = await insertChat(ctx, { title: input.title, owner_id: ownerId, created_at: at, updated_at: at });
    await addMembers(ctx, row.id, memberIds, at);
    const chat = await viewChat(ctx, row);
    await ctx.publish(chatCreated, { chat });
    return chat;
  });
}

/** Changes title and members; the owner stays one. ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION for others than the owner, ERR_NO_USER_FOUND. */
export function updateChat(
  ctx: Ctx,
  id: number,
  input: { title?: string | undefined; users?: readonly number[] | undefined },
): Promise<ChatView> {
  return transaction(ctx, async (ctx) => {
    const { row, members } = await lockOwn(ctx, id);
    const before = members.map(({ user_id }) => user_id);
    const after = input.users ? await assertMembers(ctx, row.owner_id, input.users) : before;
    const left = before.filter((userId) => !after.includes(userId));
    await removeMembers(ctx, id, left);
    const added = after.filter((userId) => !before.includes(userId));
    await addMembers(ctx, id, added, ctx.now());
    const chat = await viewChat(ctx, await saveChat(ctx, id, { title: input.title ?? row.title, updated_at: ctx.now() }));
    await ctx.publish(chatChanged, { chat, left });
    return chat;
  });
}

/** Removes a chat with its messages and files. ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION for others than the owner. */
export function deleteChat(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { members } = await lockOwn(ctx, id);
    await remove(ctx, id, members);
    await audit(ctx, { verb: 'chat.deleted', subject: String(id) });
  });
}

/** The caller has read the chat. ERR_NO_CHAT_FOUND; another `userId` than the caller's is refused. */
export function readChat(ctx: Ctx, id: number, userId: number | null): Promise<ChatView> {
  return transaction(ctx, async (ctx) => {
    const { row } = await lockChat(ctx, id);
    const { id: reader } = personOf(ctx.actor);
    if (userId !== null && userId !== reader) {
      throw new AppError((await findUser(ctx, userId)) ? 'ERR_NO_PERMISSION' : 'ERR_NO_USER_FOUND');
    }
    if (!(await clearUnread(ctx, id, reader))) return viewChat(ctx, row);
    const chat = await viewChat(ctx, await saveChat(ctx, id, {}));
    await ctx.publish(chatRead, { chat });
    return chat;
  });
}

/**
 * Takes a deleted user out of their chats. The member who has been there longest owns what was theirs; a chat without members goes.
 * Resolves with true if there may be more.
 */
export function leaveChats(ctx: Ctx | Tx, userId: number): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const ids = await listChatIdsOf(ctx, userId, leavesAtOnce);
    for (const id of ids) await leaveChat(ctx, id, userId);
    return ids.length === leavesAtOnce;
  });
}

async function leaveChat(ctx: Tx, id: number, userId: number): Promise<void> {
  const row = await lockChatRow(ctx, id);
  if (!row) return;
  const members = await membersOf(ctx, [id]);
  const ownerId = row.owner_id === userId ? nextOwner(members, userId) : row.owner_id;
  if (ownerId === null) return remove(ctx, id, members);
  await removeMembers(ctx, id, [userId]);
  const chat = await viewChat(ctx, await saveChat(ctx, id, { owner_id: ownerId }));
  await ctx.publish(chatChanged, { chat, left: [userId] });
}

/** The chat of a member, locked until the transaction ends; else ERR_NO_CHAT_FOUND. */
export async function lockChat(ctx: Tx, id: number): Promise<{ row: ChatRow; members: MemberRow[] }> {
  return mustSee(ctx, await lockChatRow(ctx, id));
}

/** The chat as its members see it now. Its row must be locked, so that row and members belong together. */
export async function viewChat(ctx: Tx, row: ChatRow): Promise<ChatView> {
  return chatView(row, await membersOf(ctx, [row.id]));
}

async function lockOwn(ctx: Tx, id: number): Promise<{ row: ChatRow; members: MemberRow[] }> {
  const found = await lockChat(ctx, id);
  if (!mayChange(ctx.actor, found.row)) throw new AppError('ERR_NO_PERMISSION');
  return found;
}

/** The ids of the members, the owner among them. */
async function assertMembers(ctx: Tx, ownerId: number, userIds: readonly number[]): Promise<number[]> {
  const wanted = [...new Set([ownerId, ...userIds])];
  if (wanted.length > chatMembersMax) throw invalid('body.users', 'too_big');
  const there = await holdUsers(ctx, wanted);
  if (there.length < wanted.length) throw new AppError('ERR_NO_USER_FOUND');
  return there;
}

async function remove(ctx: Tx, id: number, members: readonly MemberRow[]): Promise<void> {
  await removeFilesOf(ctx, 'chat_files', { chat_id: id });
  await removeChat(ctx, id);
  await ctx.publish(chatDeleted, { id, memberIds: members.map(({ user_id }) => user_id) });
}
