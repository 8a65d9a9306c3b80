// The public API: what programs of a company read and change with a key. Its shapes are its own, so that screens may change theirs.
import { z } from 'zod';
import { apiPageMax } from './api-rules.ts';
import * as c from './common.ts';
import { identityKinds } from './contacts.ts';
import { endpoint } from './endpoint.ts';
import { mediasMax, mediaTypes, messageBodyMax, messageStates } from './message-rules.ts';
import { templateCategories, templateStatuses } from './template-rules.ts';
import { templateChoice, templateContent } from './templates.ts';
import { ticketStatuses } from './ticket-rules.ts';

const brief = z.object({ id: z.number(), name: z.string() });

export const apiContact = z.object({
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  /** Digits with country code; empty if only a hidden number is known. */
  number: z.string(),
  email: z.string(),
  isGroup: z.boolean(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type ApiContact = z.output<typeof apiContact>;
c.named.add(apiContact, { id: 'ApiContact' });

export const apiContactDetail = apiContact.extend({
  extraInfo: z.array(z.object({ id: z.number(), name: z.string(), value: z.string() })),
  identities: z.array(z.object({ kind: z.enum(identityKinds), value: z.string() })),
});
export type ApiContactDetail = z.output<typeof apiContactDetail>;
c.named.add(apiContactDetail, { id: 'ApiContactDetail' });

export const apiTicket = z.object({
  id: z.number(),
  /** By which people know it: each company counts its own, from 1. */
  number: z.number(),
  uuid: z.string(),
  protocol: z.string(),
  status: z.enum(ticketStatuses),
  contact: z.object({ id: z.number(), name: z.string(), number: z.string() }),
  queue: brief.nullable(),
  user: brief.nullable(),
  connection: brief.nullable(),
  tags: z.array(brief),
  unreadMessages: z.number(),
  isGroup: z.boolean(),
  lastMessage: z.string(),
  /** When the customer last wrote. */
  lastInboundAt: c.instant.nullable(),
  /** Until when free text may be sent; null if the channel has no window. */
  windowClosesAt: c.instant.nullable(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type ApiTicket = z.output<typeof apiTicket>;
c.named.add(apiTicket, { id: 'ApiTicket' });

export const apiMessage = z.object({
  id: z.string(),
  ticketId: z.number(),
  contactId: z.number(),
  fromMe: z.boolean(),
  type: z.enum(mediaTypes),
  body: z.string(),
  state: z.enum(messageStates),
  /** Why it failed, or why it still waits. */
  failReason: z.string().nullable(),
  /** The link works for a day at least; null while the file is being fetched. */
  media: z
    .object({ url: z.string().nullable(), name: z.string().nullable(), mime: z.string().nullable(), size: z.number().nullable() })
    .nullable(),
  quotedMessageId: z.string().nullable(),
  /** The person who wrote it; null for customers, programs and the product itself. */
  user: brief.nullable(),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type ApiMessage = z.output<typeof apiMessage>;
c.named.add(apiMessage, { id: 'ApiMessage' });

export const apiTag = z.object({ id: z.number(), name: z.string(), color: z.string(), kanban: z.boolean() });
export type ApiTag = z.output<typeof apiTag>;
c.named.add(apiTag, { id: 'ApiTag' });

export const apiQueue = z.object({ id: z.number(), name: z.string(), color: z.string() });
export type ApiQueue = z.output<typeof apiQueue>;
c.named.add(apiQueue, { id: 'ApiQueue' });

export const apiTemplate = z.object({
  id: z.number(),
  connectionId: z.number(),
  name: z.string(),
  language: z.string(),
  category: z.enum(templateCategories),
  status: z.enum(templateStatuses),
  content: templateContent,
});
export type ApiTemplate = z.output<typeof apiTemplate>;
c.named.add(apiTemplate, { id: 'ApiTemplate' });

/** Where a list goes on, and how many rows at once. */
const listing = {
  /** `nextCursor` of the answer before. */
  cursor: c.id.optional(),
  limit: z
    .union([
      z.number().int().min(1).max(apiPageMax),
      z
        .string()
        .regex(/^([1-9]\d?|100)$/)
        .transform(Number),
    ])
    .default(50),
};

function pageOf<T extends z.ZodType>(row: T) {
  return z.object({
    data: z.array(row),
    /** Null on the last page. */
    nextCursor: z.number().nullable(),
  });
}

const contactId = z.object({ contactId: c.id });
const ticketId = z.object({ ticketId: c.id });
const tagId = z.object({ tagId: c.id });
const contactFields = {
  name: c.name(2, 50),
  number: c.text(50, 8),
  email: z.union([c.email, z.literal(''), z.null()]).optional(),
  /** On a change: those with an id are changed, those without one added, missing ones removed. */
  extraInfo: z
    .array(z.object({ id: c.optionalId, name: c.text(100), value: c.text(2000) }))
    .max(500)
    .optional(),
};
const tagFields = {
  name: c.name(3, 60),
  color: c
    .text(7)
    .pipe(z.string().regex(/^#[0-9a-fA-F]{6}$/))
    .optional(),
};
const access = 'key';
const plan = 'useExternalApi';

export const publicApiEndpoints = {
  apiListContacts: endpoint({
    route: 'GET /api/v1/contacts',
    access,
    plan,
    scope: 'contacts:read',
    summary: 'Contacts in the order in which they were added; with `number`, the one that has it.',
    query: z.object({ ...listing, number: c.text(50).optional() }),
    answer: pageOf(apiContact),
  }),
  apiShowContact: endpoint({
    route: 'GET /api/v1/contacts/:contactId',
    access,
    plan,
    scope: 'contacts:read',
    summary: 'One contact, with its extra fields and addresses.',
    params: contactId,
    answer: apiContactDetail,
  }),
  apiCreateContact: endpoint({
    route: 'POST /api/v1/contacts',
    access,
    plan,
    scope: 'contacts:write',
    summary: 'Adds a contact. ERR_DUPLICATED_CONTACT names the one that has the number already (`details.contactId`).',
    body: z.object(contactFields),
    answer: apiContactDetail,
  }),
  apiUpdateContact: endpoint({
    route: 'PUT /api/v1/contacts/:contactId',
    access,
    plan,
    scope: 'contacts:write',
    summary: 'Changes the given fields of a contact.',
    params: contactId,
    body: z.object(contactFields).partial(),
    answer: apiContactDetail,
  }),
  apiDeleteContact: endpoint({
    route: 'DELETE /api/v1/contacts/:contactId',
    access,
    plan,
    scope: 'contacts:write',
    summary: 'Removes a contact with its tickets and messages.',
    params: contactId,
    answer: z.object({ id: z.number() }),
  }),
  apiListTickets: endpoint({
    route: 'GET /api/v1/tickets',
    access,
    plan,
    scope: 'tickets:read',
    summary: 'Tickets, the newest first.',
    query: z.object({
      ...listing,
      status: z.enum(ticketStatuses).optional(),
      contactId: c.id.optional(),
      queueId: c.id.optional(),
      userId: c.id.optional(),
    }),
    answer: pageOf(apiTicket),
  }),
  apiShowTicket: endpoint({
    route: 'GET /api/v1/tickets/:ticketId',
    access,
    plan,
    scope: 'tickets:read',
    summary: 'One ticket.',
    params: ticketId,
    answer: apiTicket,
  }),
  apiOpenTicket: endpoint({
    route: 'POST /api/v1/tickets',
    access,
    plan,
    scope: 'tickets:write',
    summary:
      'Starts a conversation with a contact: it waits, or is open with `userId`. If there is an active ticket, `error` is its JSON text and `code` is ERR_OTHER_OPEN_TICKET.',
    body: z.object({ contactId: c.id, queueId: c.optionalId, userId: c.optionalId, whatsappId: c.optionalId }),
    answer: apiTicket,
  }),
  apiMoveTicket: endpoint({
    route: 'PUT /api/v1/tickets/:ticketId',
    access,
    plan,
    scope: 'tickets:write',
    summary: 'Gives a ticket to somebody, returns, transfers, closes or reopens it.',
    params: ticketId,
    body: z.object({ status: z.enum(ticketStatuses).optional(), queueId: c.optionalId, userId: c.optionalId }),
    answer: apiTicket,
  }),
  apiTagTicket: endpoint({
    route: 'PUT /api/v1/tickets/:ticketId/tags',
    access,
    plan,
    scope: 'tickets:write',
    summary: 'Sets the tags of a ticket. Of the lanes of the board it keeps one.',
    params: ticketId,
    body: z.object({ tags: z.array(c.id).max(100) }),
    answer: apiTicket,
  }),
  apiListMessages: endpoint({
    route: 'GET /api/v1/tickets/:ticketId/messages',
    access,
    plan,
    scope: 'messages:read',
    summary: 'The messages of a ticket, the newest first. Nothing is marked as read by it.',
    params: ticketId,
    query: z.object(listing),
    answer: pageOf(apiMessage),
  }),
  apiSendMessage: endpoint({
    route: 'POST /api/v1/tickets/:ticketId/messages',
    access,
    plan,
    scope: 'messages:write',
    summary:
      'Sends a text, files (multipart `medias`) or a template in a ticket that is not closed. A marketing template to somebody who opted out is refused.',
    idempotent: true,
    params: ticketId,
    multipart: 'too',
    files: { max: mediasMax },
    body: z.object({
      /** May contain variables such as `{{firstName}}`. With files: their captions, once or once per file. */
      body: z.union([c.text(messageBodyMax), z.array(c.text(messageBodyMax)).max(mediasMax)]).optional(),
      template: templateChoice.optional(),
    }),
    answer: z.object({ data: z.array(apiMessage) }),
  }),
  apiShowMessage: endpoint({
    route: 'GET /api/v1/messages/:messageId',
    access,
    plan,
    scope: 'messages:read',
    summary: 'One message, with how far it has come.',
    params: z.object({ messageId: z.string().regex(/^[1-9]\d{0,17}$/) }),
    answer: apiMessage,
  }),
  apiListTags: endpoint({
    route: 'GET /api/v1/tags',
    access,
    plan,
    scope: 'tags:read',
    summary: 'Tags in the order in which they were added.',
    query: z.object(listing),
    answer: pageOf(apiTag),
  }),
  apiCreateTag: endpoint({
    route: 'POST /api/v1/tags',
    access,
    plan,
    scope: 'tags:write',
    summary: 'Adds a tag. If one has the name already, answers that one.',
    body: z.object(tagFields),
    answer: apiTag,
  }),
  apiUpdateTag: endpoint({
    route: 'PUT /api/v1/tags/:tagId',
    access,
    plan,
    scope: 'tags:write',
    summary: 'Changes name or colour of a tag.',
    params: tagId,
    body: z.object(tagFields).partial(),
    answer: apiTag,
  }),
  apiDeleteTag: endpoint({
    route: 'DELETE /api/v1/tags/:tagId',
    access,
    plan,
    scope: 'tags:write',
    summary: 'Removes a tag, also from all tickets.',
    params: tagId,
    answer: z.object({ id: z.number() }),
  }),
  apiListQueues: endpoint({
    route: 'GET /api/v1/queues',
    access,
    plan,
    scope: 'queues:read',
    summary: 'Queues in the order in which they were added.',
    query: z.object(listing),
    answer: pageOf(apiQueue),
  }),
  apiListTemplates: endpoint({
    route: 'GET /api/v1/templates',
    access,
    plan,
    scope: 'templates:read',
    summary: 'The message templates of the Cloud API numbers, as they were last listed.',
    query: z.object(listing),
    answer: pageOf(apiTemplate),
  }),
};
