import { readFile } from 'node:fs/promises';
import type { SentChatMessage } from '@balcao/contract/chats';
import { kindOfMime, mediaMaxBytes } from '@balcao/contract/media-rules';
import { mediasMax } from '@balcao/contract/message-rules';
import { storableText } from '@balcao/contract/storable-text';
import { chatMessageCreated } from '../../../../events/chats.ts';
import { mediaKey } from '../../../../gateways/files/storage.ts';
import { refuseEmpty } from '../../../../gateways/files/upload.ts';
import { type Ctx, type Outside, personOf, type Tx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError, invalid } from '../../../../platform/errors.ts';
import type { Upload } from '../../../../platform/http/routes.ts';
import { owning, removeFilesLater } from '../../../company/system/actions.ts';
import { storeFile } from '../../../desk/messages/actions/out/store-file.ts';
import { mustSee, viewMessages } from '../reads.ts';
import { lastMessageText } from '../rules.ts';
import { type ChatRow, countUnread, findChat, saveChat } from '../store/chats.ts';
import { type ChatMessageRow, findMessageByKey, insertFiles, insertMessage } from '../store/messages.ts';
import { lockChat, viewChat } from './change-chat.ts';

export type ChatMessageInput = { message: string; mentions: readonly number[] };

type StoredFile = {
  media_key: string;
  media_name: string;
  media_mime: string;
  media_size: number;
  thumb_key: string | null;
  width: number | null;
  height: number | null;
};

/**
 * Writes in a chat of the caller; everybody else in it has one more unread message. A repeated `clientKey` of the same person answers what it
 * made before. ERR_NO_CHAT_FOUND, ERR_EMPTY_MESSAGE, ERR_MEDIA_TOO_LARGE; a mention of somebody who is no member is refused.
 */
export async function sendChatMessage(
  ctx: Outside,
  chatId: number,
  input: ChatMessageInput,
  files: readonly Upload[],
  clientKey: string | null,
): Promise<SentChatMessage> {
  await reading(ctx, async (ctx) => mustSee(ctx, await findChat(ctx, chatId)));
  const message = input.message.trim();
  if (message === '' && files.length === 0)
    throw new AppError('ERR_EMPTY_MESSAGE', undefined, [{ path: 'body.message', code: 'required' }]);
  if (files.length > mediasMax) throw invalid('body.medias', 'too_big');
  for (const file of files) refuseEmpty(file);
  const stored: StoredFile[] = [];
  const keys = () => stored.flatMap(({ media_key, thumb_key }) => [media_key, thumb_key]);
  try {
    for (const file of files) stored.push(await storeAttachment(ctx, file));
  } catch (error) {
    await owning(ctx, keys(), () => Promise.reject(error));
  }
  return owning(ctx, keys(), () => storeMessage(ctx, chatId, { message, mentions: input.mentions }, stored, clientKey));
}

function storeMessage(
  ctx: Ctx,
  chatId: number,
  { message, mentions }: ChatMessageInput,
  files: readonly StoredFile[],
  clientKey: string | null,
): Promise<SentChatMessage> {
  return transaction(ctx, async (ctx) => {
    const { row, members } = await lockChat(ctx, chatId);
    const { id: senderId } = personOf(ctx.actor);
    const before = clientKey === null ? null : await findMessageByKey(ctx, chatId, senderId, clientKey);
    if (before) {
      await removeFilesLater(
        ctx,
        files.flatMap(({ media_key, thumb_key }) => [media_key, thumb_key]),
      );
      return sent(ctx, before, row);
    }
    const memberIds = members.map(({ user_id }) => user_id);
    const mentioned = [...new Set(mentions)];
    if (!mentioned.every((userId) => memberIds.includes(userId))) throw invalid('body.mentions', 'no_member');
    const at = ctx.now();
    const inserted = await insertMessage(ctx, {
      chat_id: chatId,
      sender_id: senderId,
      body: message,
      mentions: mentioned,
      client_key: clientKey,
      created_at: at,
    });
    await insertFiles(
      ctx,
      files.map((file) => ({ ...file, chat_id: chatId, message_id: inserted.id })),
    );
    await countUnread(ctx, chatId, senderId);
    const sender_name = members.find(({ user_id }) => user_id === senderId)?.name ?? '';
    const names = files.map(({ media_name }) => media_name);
    const changed = await saveChat(ctx, chatId, { last_message: lastMessageText(sender_name, message, names), updated_at: at });
    const answer = await sent(ctx, { ...inserted, sender_name }, changed);
    await ctx.publish(chatMessageCreated, { message: answer });
    return answer;
  });
}

async function sent(ctx: Tx, message: ChatMessageRow, row: ChatRow): Promise<SentChatMessage> {
  const [view] = await viewMessages(ctx, [message]);
  if (!view) throw new Error(`message ${message.id} was not viewed`);
  return { ...view, chat: await viewChat(ctx, row) };
}

async function storeAttachment(ctx: Outside, file: Upload): Promise<StoredFile> {
  const bytes = await readFile(file.path);
  const { mime } = await ctx.gateways.media.sniff(bytes, { mime: file.mime, filename: file.filename });
  const as = kindOfMime(mime);
  if (bytes.length > mediaMaxBytes[as]) throw new AppError('ERR_MEDIA_TOO_LARGE', { file: file.filename, maxBytes: mediaMaxBytes[as] });
  const { media_key, media_mime, media_size, thumb_key, width, height } = await storeFile(ctx, bytes, {
    // No waveform and no second copy: a browser plays what another one sent.
    as: as === 'audio' ? 'document' : as,
    filename: file.filename,
    mime,
    key: (extension) => mediaKey(ctx.companyId, extension),
  });
  return { media_key, media_name: storableText(file.filename, 200), media_mime, media_size, thumb_key, width, height };
}
