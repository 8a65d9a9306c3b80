import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { applyChat, applySent, removeChat } from '../../../data/chats/live.ts';
import { dropPendingChat, type PendingChatMessage, pendingChat, putPendingChat } from '../../../data/chats/pending.ts';
import { ApiError, api, isPassing, upload } from '../../../platform/api.ts';
import { useUser } from '../../../platform/session.ts';
import { untilDone, untilDoneWhileVisible } from '../../../platform/until-done.ts';
import { type ChatValues, chatBody } from './chat-form.ts';

/** Opens a chat (`id` null) or changes one. */
export function useSaveChat() {
  const cache = useQueryClient();
  const me = useUser();
  return useMutation({
    mutationFn: ({ id, values }: { id: number | null; values: ChatValues }) => {
      const body = chatBody(values);
      return id === null ? api('POST /chats', { body }) : api('PUT /chats/:chatId', { params: { chatId: id }, body });
    },
    onSuccess: (chat) => applyChat(cache, chat, me.id),
  });
}

/** Removes a chat for all its members. */
export function useDeleteChat() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (chatId: number) => api('DELETE /chats/:chatId', { params: { chatId } }),
    onSuccess: (_, chatId) => removeChat(cache, chatId),
  });
}

/** Tells the server that the open chat is read, while it is before the person's eyes. */
export function useReading(chatId: number, unreads: number): void {
  const cache = useQueryClient();
  const me = useUser();
  useEffect(() => {
    if (unreads === 0) return;
    return untilDoneWhileVisible(async () => {
      applyChat(cache, await api('POST /chats/:chatId/read', { params: { chatId }, body: { userId: me.id } }), me.id);
      return true;
    });
  }, [cache, chatId, unreads, me.id]);
}

/**
 * Sends a message, shown as pending until the server has it. If it is refused or the line fails, it stays with the reason; what failed for a
 * while only is sent again by itself, as the same message.
 */
export async function sendChat(cache: QueryClient, pending: PendingChatMessage, myId: number): Promise<void> {
  const { key, chatId } = pending;
  again.get(key)?.();
  putPendingChat(cache, { ...pending, error: null });
  await new Promise<void>((tried) => {
    const end = untilDone(async () => {
      const isThere = pendingChat(cache, chatId, key) !== undefined;
      const isOver = !isThere || (await attempt(cache, pending, myId).finally(tried));
      if (isOver) again.delete(key);
      return isOver;
    });
    again.set(key, end);
  });
}

/** What ends sending a message again, by its key. */
const again = new Map<string, () => void>();

/** Answers whether nothing is left to try. */
async function attempt(cache: QueryClient, pending: PendingChatMessage, myId: number): Promise<boolean> {
  const { key, chatId, message, mentions, files } = pending;
  try {
    const call = { params: { chatId }, headers: { 'Idempotency-Key': key } };
    const sent =
      files.length === 0
        ? await api('POST /chats/:chatId/messages', { ...call, body: { message, mentions: [...mentions] } })
        : await upload('POST /chats/:chatId/messages', { ...call, body: formOf(message, mentions, files) });
    applySent(cache, sent, myId);
    dropPendingChat(cache, chatId, key);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (pendingChat(cache, chatId, key)) putPendingChat(cache, { ...pending, error });
    return !isPassing(error);
  }
}

function formOf(message: string, mentions: readonly number[], files: readonly File[]): FormData {
  const form = new FormData();
  if (message) form.append('message', message);
  form.append('mentions', JSON.stringify(mentions));
  for (const file of files) form.append('medias', file, file.name);
  return form;
}
