import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import {
  callOutcomes,
  hitTicketsMax,
  mediasMax,
  mediaTypes,
  messageBodyMax,
  messageStates,
  oneEmoji,
  placeholders,
} from './message-rules.ts';
import { toldPerMinute } from './presence-rules.ts';
import { templateMedia } from './template-rules.ts';
import { ticketView } from './tickets.ts';

const base = z.object({
  id: z.string(),
  ticketId: z.number(),
  contactId: z.number(),
  /** Text, caption or file name; for locations `image|link|description`. */
  body: z.string(),
  fromMe: z.boolean(),
  read: z.boolean(),
  /** 0 waiting or failed, 1 sent, 2 delivered, 3 read, 4 played. */
  ack: z.number().int().min(0).max(4),
  state: z.enum(messageStates),
  /** Why it failed, or while `queued` why it waits: a reason of the channel, `new_chats_held` or `answers_held`. */
  failReason: z.string().nullable(),
  /** The latest time until which it waits; null if it has no reason to wait. */
  waitsUntil: c.instant.nullable(),
  mediaType: z.enum(mediaTypes),
  /** Signed and expiring; null while an inbound file is being fetched, or if that failed. */
  mediaUrl: z.string().nullable(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaMime: z.string().nullable(),
  mediaSize: z.number().nullable(),
  mediaState: z.enum(['none', 'pending', 'ready', 'failed']),
  thumbUrl: z.string().nullable(),
  /** Fallback for players without Ogg/Opus. */
  playableUrl: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Seconds, for audio and video. */
  duration: z.number().nullable(),
  /** 64 peaks of 0 to 1. */
  waveform: z.array(z.number()).nullable(),
  /** A voice note. */
  isVoice: z.boolean(),
  /** What a voice message says, in words; null unless somebody, or an assistant, had it written down. */
  transcript: z.string().nullable(),
  location: z
    .object({ latitude: z.number(), longitude: z.number(), name: z.string().nullable(), address: z.string().nullable() })
    .nullable(),
  cards: z.array(z.object({ name: z.string(), phones: z.array(z.string()) })).nullable(),
  call: z.object({ video: z.boolean(), outcome: z.enum(callOutcomes) }).nullable(),
  /** It was sent as a template; `body` is all its text. `media`: the address of the file above the text; empty where that is the file of the message. */
  template: z
    .object({
      name: z.string(),
      language: z.string(),
      media: z.object({ kind: z.enum(templateMedia), link: z.string() }).nullable(),
      buttons: z.array(z.string()),
    })
    .nullable(),
  /** Why there is no content; null if there is. */
  placeholder: z.enum(placeholders).nullable(),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  isForwarded: z.boolean(),
  edits: z.array(z.object({ body: z.string(), at: c.instant })),
  /** `name`: in groups, who reacted, if known. */
  reactions: z.array(z.object({ emoji: z.string(), fromMe: z.boolean(), name: z.string().nullable() })),
  quotedMsgId: z.string().nullable(),
  /** The author, in a group: an opaque text, the same for the same person. */
  participant: z.string().nullable(),
  /** The author's name, else number (digits); null if neither is known. */
  participantName: z.string().nullable(),
  /** Who is meant by `@token` in the text. */
  mentions: z.array(z.object({ token: z.string(), name: z.string() })),
  contact: z.object({ id: z.number(), name: z.string(), number: z.string() }).nullable(),
  /** The agent who wrote it. */
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** `{Idempotency-Key}:{index}` of the request that sent it, so that the browser can replace its optimistic copy. */
  clientKey: z.string().nullable(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export const messageView = base.extend({ quotedMsg: base.omit({ edits: true, reactions: true }).nullable() });
export type MessageView = z.output<typeof messageView>;
c.named.add(messageView, { id: 'Message' });

/** The most messages that are forwarded at once. */
export const forwardMax = 30;

const ticketId = z.object({ ticketId: c.id });
const messageId = z.object({ messageId: z.string().regex(/^[1-9]\d{0,17}$/) });
/** Existing clients send the whole quoted message. */
const quoted = z
  .union([z.object({ id: z.union([z.string(), z.number()]) }), z.string(), z.null()])
  .transform((value) => (value === null ? null : String(typeof value === 'object' ? value.id : value)))
  .pipe(
    z
      .string()
      .regex(/^[1-9]\d{0,17}$/)
      .nullable(),
  );

/** What a search found in a ticket, in its context. */
export const messageHit = z.object({
  ticketId: z.number(),
  kind: z.enum(['message', 'file', 'note']),
  /** Of the message, or of the note. */
  id: z.string(),
  at: c.instant,
  fromMe: z.boolean(),
  /** The colleague who wrote it. Null: the customer, or the product. */
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The member of a group who wrote it. */
  participantName: z.string().nullable(),
  /** The text around what was found, at most some 160 characters; of a file, its name. */
  body: z.string(),
});
export type MessageHit = z.output<typeof messageHit>;
c.named.add(messageHit, { id: 'MessageHit' });

export const messageEndpoints = {
  listMessages: endpoint({
    route: 'GET /messages/:ticketId',
    access: 'user',
    summary:
      'The conversation, 20 a page, newest page first, oldest first within it; continues into earlier tickets. Marks messages as read if the caller is the assigned agent, unless `peek`.',
    params: ticketId,
    query: z.object({
      pageNumber: c.pageNumber,
      peek: c.flag.default(false),
      /** The id of the oldest message that the caller holds, and when it last knew of all changes: asks for `changes` as well. */
      from: messageId.shape.messageId.optional(),
      since: z.iso.datetime().optional(),
    }),
    answer: z.object({
      messages: z.array(messageView),
      ticket: ticketView,
      /** A lower bound: the number read so far, plus one if there is more. */
      count: z.number(),
      hasMore: z.boolean(),
      /** What changed since then, from that message on; null if that is too much to be told. */
      changes: z
        .object({
          /** At most 200, in no order; also some that changed shortly before. */
          messages: z.array(messageView),
          /** How many messages there are from that one on, and the sum of their ids: the caller holds other ones if its own differ. */
          count: z.number(),
          sum: z.string(),
        })
        .nullish(),
    }),
  }),
  sendMessage: endpoint({
    route: 'POST /messages/:ticketId',
    access: 'user',
    summary: 'Sends text, a location, contact cards or files (multipart `medias`, `body` once or once per file).',
    idempotent: true,
    params: ticketId,
    multipart: 'too',
    files: { max: mediasMax },
    body: z.object({
      body: z.union([c.text(messageBodyMax), z.array(c.text(messageBodyMax)).max(20)]).optional(),
      quotedMsg: quoted.optional(),
      location: z
        .object({
          latitude: z.number().min(-90).max(90),
          longitude: z.number().min(-180).max(180),
          name: c.text(200).nullish(),
          address: c.text(500).nullish(),
        })
        .optional(),
      /** Contacts of the company to send as cards. */
      contactIds: z.array(c.id).min(1).max(20).optional(),
      /** In multipart: the only file is a voice recording, or a sticker. */
      as: z.enum(['voice', 'sticker']).optional(),
      fromMe: c.flag.optional(),
      read: c.flag.optional(),
      /** The latest message the caller has looked at. If a colleague has answered since, it is refused with ERR_ANSWERED_MEANWHILE. */
      after: c.id.optional(),
    }),
    answer: z.array(messageView),
  }),
  forwardMessages: endpoint({
    route: 'POST /v1/tickets/:ticketId/forward',
    access: 'user',
    summary:
      'Sends copies of messages, which the caller may read, in this ticket, in the order in which they were written. ERR_CANNOT_FORWARD for one that is deleted, or has no content.',
    idempotent: true,
    params: ticketId,
    body: z.object({
      messageIds: z
        .array(z.string().regex(/^[1-9]\d{0,17}$/))
        .min(1)
        .max(forwardMax),
    }),
    answer: z.array(messageView),
  }),
  findInThread: endpoint({
    route: 'GET /v1/tickets/:ticketId/find',
    access: 'user',
    summary:
      'Where a text is in the messages and notes of a conversation, whatever its accents and its case: the newest first, at most 500 among its latest 20,000 messages and 200 notes. `position` 1 is the newest message of the conversation; a note has that of the message before it. `body` is the beginning of the text.',
    params: ticketId,
    query: z.object({ searchParam: c.searchParam, from: z.enum(['all', 'customer', 'us']).default('all') }),
    answer: z.object({
      hits: z.array(z.object({ kind: z.enum(['message', 'note']), id: z.string(), at: c.instant, position: z.number(), body: z.string() })),
      hasMore: z.boolean(),
    }),
  }),
  listHits: endpoint({
    route: 'GET /v1/message-hits',
    access: 'user',
    summary:
      'Where a text is in the messages, names of files and notes of some tickets that the caller may read: the newest first, at most 20 of each ticket; `body` is the text around it. Of each ticket at least the latest 500 messages are searched.',
    query: z.object({ ticketIds: c.idList.refine((ids) => ids.length <= hitTicketsMax).default([]), searchParam: c.searchParam }),
    answer: z.array(messageHit),
  }),
  listContactMedia: endpoint({
    route: 'GET /v1/contacts/:contactId/media',
    access: 'user',
    summary:
      'Pictures and videos, other files, or messages with links, of a contact in tickets that the caller may read; the newest first, 24 a page, among the latest 3,000 messages on each connection.',
    params: z.object({ contactId: c.id }),
    query: z.object({ kind: z.enum(['media', 'files', 'links']).default('media'), pageNumber: c.pageNumber }),
    answer: z.object({
      messages: z.array(messageView),
      counts: z.object({ media: z.number(), files: z.number(), links: z.number() }),
      hasMore: z.boolean(),
    }),
  }),
  retryMessage: endpoint({
    route: 'POST /v1/messages/:messageId/retry',
    access: 'user',
    summary: 'Tries a failed message again.',
    params: messageId,
    answer: messageView,
  }),
  reactToMessage: endpoint({
    route: 'POST /v1/messages/:messageId/reaction',
    access: 'user',
    summary: 'Reacts to a message with an emoji; empty removes the reaction.',
    params: messageId,
    body: z.object({
      emoji: z.union([z.literal(''), c.text(32).pipe(z.string().regex(oneEmoji))]),
    }),
    answer: messageView,
  }),
  editMessage: endpoint({
    route: 'PUT /v1/messages/:messageId',
    access: 'user',
    summary: 'Edits a text sent in the last 15 minutes, also on the customer’s phone, if the channel can. Earlier versions are kept.',
    params: messageId,
    body: z.object({ body: c.text(messageBodyMax, 1) }),
    answer: messageView,
  }),
  showTyping: endpoint({
    route: 'POST /v1/tickets/:ticketId/typing',
    access: 'user',
    personPerMinute: toldPerMinute,
    summary: 'Shows the customer for some seconds that an agent is typing, or stopped; does nothing if the channel cannot.',
    params: ticketId,
    body: z.object({ on: c.flag }),
    answer: z.object({}),
  }),
  deleteMessage: endpoint({
    route: 'DELETE /messages/:messageId',
    access: 'user',
    summary: 'Deletes a message sent in the last 60 hours for everyone, if the channel can; one that is still waiting is not sent.',
    params: messageId,
    answer: messageView,
  }),
};

export const messageEvents = {
  appMessage: event({
    channel: 'appMessage',
    heardBy:
      'Those who may see the ticket. Who must accept it before they may read it hears no more of the message than lists show: `body` is the `lastMessage` of the ticket.',
    payload: z.object({
      action: z.enum(['create', 'update']),
      message: messageView,
      ticket: ticketView,
      contact: ticketView.shape.contact,
    }),
  }),
  contactTyping: event({
    channel: 'contactTyping',
    heardBy: 'Those who may see the ticket. Repeated while it lasts; clients drop it after some seconds.',
    /** `recording`: what they make is a voice message. */
    payload: z.object({ ticketId: z.number(), on: z.boolean(), recording: z.boolean() }),
  }),
  history: event({
    channel: 'history',
    heardBy: 'Everybody in the company. History of a newly linked number has come in: reload conversations and lists.',
    payload: z.object({ action: z.literal('reload'), whatsappId: z.number() }),
  }),
};
