// Internal chats: conversations of the people of a company among themselves.
import { z } from 'zod';
import { chatMembersMax, chatTitleMax } from './chat-rules.ts';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { mediasMax, messageBodyMax } from './message-rules.ts';

const person = z.object({ id: z.number(), name: z.string() });

export const chatView = z.object({
  id: z.number(),
  uuid: z.string(),
  title: z.string(),
  ownerId: z.number(),
  owner: person,
  /** The sender's name and the beginning of the text, e.g. `Ana: Bom dia`; empty while nothing was written. */
  lastMessage: z.string(),
  /** Every member, the owner too, by name. */
  users: z.array(
    z.object({
      chatId: z.number(),
      userId: z.number(),
      /** Messages of others since this member read the chat. */
      unreads: z.number(),
      user: person,
    }),
  ),
  companyId: z.number(),
  /** Grows with each change. Of two copies, the one with the higher number is newer. */
  revision: z.number(),
  createdAt: c.instant,
  /** When somebody wrote last, or changed title or members. Reading does not change it. */
  updatedAt: c.instant,
});
export type ChatView = z.output<typeof chatView>;
c.named.add(chatView, { id: 'Chat' });

export const chatMediaView = z.object({
  id: z.number(),
  /** Absolute URL, valid for a while; only members are given it. */
  mediaUrl: z.string(),
  /** A small picture of it, if there is one. */
  thumbUrl: z.string().nullable(),
  mediaName: z.string(),
  mediaMime: z.string(),
  /** In bytes. */
  mediaSize: z.number(),
  /** Of a picture, in pixels. */
  width: z.number().nullable(),
  height: z.number().nullable(),
});
export type ChatMediaView = z.output<typeof chatMediaView>;
c.named.add(chatMediaView, { id: 'ChatMedia' });

export const chatMessageView = z.object({
  id: z.number(),
  chatId: z.number(),
  senderId: z.number(),
  sender: person,
  message: z.string(),
  /** The members whom the text addresses. */
  mentions: z.array(z.number()),
  medias: z.array(chatMediaView),
  /** The first file, for existing clients. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** The Idempotency-Key of the request that made it; null without one. */
  clientKey: z.string().nullable(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type ChatMessageView = z.output<typeof chatMessageView>;
c.named.add(chatMessageView, { id: 'ChatMessage' });

/** A message with its chat as the message left it. */
export const sentChatMessage = chatMessageView.extend({ chat: chatView });
export type SentChatMessage = z.output<typeof sentChatMessage>;
c.named.add(sentChatMessage, { id: 'SentChatMessage' });

const fields = {
  title: c.name(1, chatTitleMax),
  /** The members, by id or as objects with an `id`. The owner is one whether named or not. */
  users: z
    .array(z.union([c.id, z.object({ id: c.id }).transform((user) => user.id)]))
    .min(1)
    .max(chatMembersMax),
};
const chatId = z.object({ chatId: c.id });

export const chatEndpoints = {
  listChats: endpoint({
    route: 'GET /chats',
    access: 'user',
    plan: 'useInternalChat',
    summary: 'The chats of which the caller is a member, the one written in last first, 20 a page; searched by title.',
    query: z.object(c.page),
    answer: z.object({ records: z.array(chatView), count: z.number(), hasMore: z.boolean() }),
  }),
  listUnreadChats: endpoint({
    route: 'GET /v1/chats/unread',
    access: 'user',
    plan: 'useInternalChat',
    summary: 'The ids of the chats in which the caller has something unread; at most 100.',
    answer: z.object({ chatIds: z.array(z.number()) }),
  }),
  showChat: endpoint({
    route: 'GET /chats/:chatUuid',
    access: 'user',
    plan: 'useInternalChat',
    summary: 'One chat by its uuid, for its members.',
    params: z.object({ chatUuid: z.uuid() }),
    answer: chatView,
  }),
  createChat: endpoint({
    route: 'POST /chats',
    access: 'user',
    plan: 'useInternalChat',
    summary: 'Opens a chat. The caller becomes its owner and a member.',
    body: z.object(fields),
    answer: chatView,
  }),
  updateChat: endpoint({
    route: 'PUT /chats/:chatId',
    access: 'user',
    plan: 'useInternalChat',
    summary: 'Changes title and members; only its owner may. Members who stay keep what they have not read.',
    params: chatId,
    body: z.object(fields).partial(),
    answer: chatView,
  }),
  deleteChat: endpoint({
    route: 'DELETE /chats/:chatId',
    access: 'user',
    plan: 'useInternalChat',
    summary: 'Removes a chat with its messages and files; only its owner may.',
    params: chatId,
    answer: c.message,
  }),
  listChatMessages: endpoint({
    route: 'GET /chats/:chatId/messages',
    access: 'user',
    plan: 'useInternalChat',
    summary: 'The messages of a chat: 20 a page, page 1 the newest; within a page the oldest first.',
    params: chatId,
    query: z.object({ pageNumber: c.pageNumber }),
    answer: z.object({ records: z.array(chatMessageView), hasMore: z.boolean() }),
  }),
  sendChatMessage: endpoint({
    route: 'POST /chats/:chatId/messages',
    access: 'user',
    plan: 'useInternalChat',
    summary: 'Writes in a chat: a text, or files in the field `medias` with or without a text.',
    idempotent: true,
    params: chatId,
    multipart: 'too',
    files: { max: mediasMax },
    body: z.object({
      message: c.optionalText(messageBodyMax),
      /** Members whom the text addresses: they are notified. */
      mentions: c.idList.nullish(),
    }),
    answer: sentChatMessage,
  }),
  readChat: endpoint({
    route: 'POST /chats/:chatId/read',
    access: 'user',
    plan: 'useInternalChat',
    summary: 'The caller has read the chat. If `userId` is given, it must be the caller’s own.',
    params: chatId,
    body: z.object({ userId: c.id.nullish() }),
    answer: chatView,
  }),
};

const written = z.object({ action: z.literal('new-message'), newMessage: sentChatMessage, chat: chatView });
const changed = z.object({ action: z.literal('update'), chat: chatView });

export const chatEvents = {
  chat: event({
    channel: 'chat',
    heardBy: 'The members of the chat. Whoever is one no more hears `delete`.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.literal('create'), chat: chatView }),
      written,
      changed,
      z.object({ action: z.literal('delete'), id: z.number() }),
    ]),
  }),
  /** The open conversation of existing clients. */
  chatRoom: event({
    channel: 'chat-{chatId}',
    heardBy: 'The members of the chat. Existing clients listen to this name.',
    payload: z.discriminatedUnion('action', [written, changed]),
  }),
  /** The list of existing clients. */
  chatMember: event({
    channel: 'chat-user-{userId}',
    heardBy: 'This member of the chat. Existing clients listen to this name.',
    payload: z.object({ action: z.enum(['create', 'update']), record: chatView }),
  }),
};
