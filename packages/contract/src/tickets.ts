import { z } from 'zod';
import { assistantFailures, assistantSilences } from './assistant-rules.ts';
import * as c from './common.ts';
import { holidays, schedules } from './companies.ts';
import { connectionChannels, connectionStatuses } from './connection-rules.ts';
import { extraInfo } from './contacts.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { mediaTypes } from './message-rules.ts';
import { ticketOrders } from './ticket-list-rules.ts';
import { ticketMoveKinds, ticketStatuses } from './ticket-rules.ts';

export const ticketView = z.object({
  id: z.number(),
  /** By which people know it: each company counts its own, from 1. */
  number: z.number(),
  uuid: z.string(),
  status: z.enum(ticketStatuses),
  userId: z.number().nullable(),
  queueId: z.number().nullable(),
  contactId: z.number(),
  whatsappId: z.number().nullable(),
  unreadMessages: z.number(),
  isGroup: z.boolean(),
  chatbot: z.boolean(),
  /** An assistant answers here. */
  useIntegration: z.boolean(),
  /** Which assistant answers here, or answered until it fell silent: a prompt, or an integration. */
  promptId: z.number().nullable(),
  integrationId: z.number().nullable(),
  /** Stable number that customers can quote, e.g. 20261121-4821. */
  protocol: z.string(),
  companyId: z.number(),
  /** Empty if the message was deleted. */
  lastMessage: z.string(),
  lastMessageType: z.enum(mediaTypes),
  lastMessageFromMe: z.boolean(),
  lastMessageAck: z.number(),
  lastMessageFailed: z.boolean(),
  lastMessageDeleted: z.boolean(),
  /** When the customer last wrote; the channel's free-text window begins then. */
  lastInboundAt: c.instant.nullable(),
  /** Until when free text may be sent; null if the channel has no window. */
  windowClosesAt: c.instant.nullable(),
  /** Since when the customer waits for a person to answer; null if nobody waits. */
  waitingSince: c.instant.nullable(),
  /** When this service cycle began: the ticket, or its last reopening. */
  beganAt: c.instant,
  /** The first answer of a person in this service cycle. */
  answeredAt: c.instant.nullable(),
  /** Since when it is set aside; null if it is not. `snoozedUntil` null: until the customer writes, which always ends it. */
  snoozedAt: c.instant.nullable(),
  snoozedUntil: c.instant.nullable(),
  /** Marked as urgent. */
  priority: z.boolean(),
  /** Increases with every change; an older copy never replaces a newer one. */
  revision: z.number(),
  contact: z.object({
    id: z.number(),
    name: z.string(),
    number: z.string(),
    email: z.string(),
    profilePicUrl: z.string(),
    urlPicture: z.string(),
    /** Nothing of theirs comes in, and nobody can write to them. */
    blocked: z.boolean(),
    extraInfo,
  }),
  queue: z.object({ id: z.number(), name: z.string(), color: z.string() }).nullable(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  whatsapp: z
    .object({ id: z.number(), name: z.string(), channel: z.enum(connectionChannels), status: z.enum(connectionStatuses) })
    .nullable(),
  tags: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      color: z.string(),
      /** 1: the lane of the kanban board that the ticket is in. */
      kanban: z.union([z.literal(0), z.literal(1)]),
    }),
  ),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type TicketView = z.output<typeof ticketView>;
c.named.add(ticketView, { id: 'Ticket' });

const toldTag = z.object({ id: z.number(), name: z.string(), color: z.string() });

/** Something that happened to a ticket, as its conversation tells it. */
export const ticketMove = z.object({
  id: z.number(),
  /** `assigned`: the product gave it to an agent, by a rule. `tagged`: it got tags, or lost some. `botEnded`: the bot found `queue`, if any. */
  kind: z.enum(ticketMoveKinds),
  /** Why the assistant failed or fell silent; null for what people do. */
  reason: z.enum([...assistantFailures, ...assistantSilences]).nullable(),
  ticketId: z.number(),
  ticketNumber: z.number(),
  /** Null when the product did it, or where it is not known. */
  by: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** To whom it was transferred or assigned. */
  queue: z.object({ id: z.number(), name: z.string() }).nullable(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** What the one who transferred it wrote to the next. */
  note: z.string().nullable(),
  /** How long the customer had waited when it was accepted, in seconds. */
  waited: z.number().nullable(),
  /** The tags as they were called then. */
  tags: z.object({ added: z.array(toldTag), removed: z.array(toldTag) }).nullable(),
  rating: z.number().nullable(),
  /** The name of the rule that did it. */
  rule: z.string().nullable(),
  at: c.instant,
});
export type TicketMove = z.output<typeof ticketMove>;
c.named.add(ticketMove, { id: 'TicketMove' });

/** The longest note of a transfer. */
export const transferNoteMax = 2000;

const ticketId = z.object({ ticketId: c.id });
const listFilter = {
  /** True: only snoozed tickets; false: none of them. */
  snoozed: c.flag.optional(),
  /** True: only while the bot has its turn; false: not then. */
  chatbot: c.flag.optional(),
  unread: c.flag.optional(),
  untagged: c.flag.optional(),
  priority: c.flag.optional(),
};
/** 0: in no queue. */
const queueIds = c.idOrNoneList.optional();
const blankDay = c.day.or(z.literal('').transform(() => undefined)).optional();

/** `false` and null mean none. */
const cleared = z.union([c.optionalId, z.boolean().transform(() => null)]);

export const ticketEndpoints = {
  listTickets: endpoint({
    route: 'GET /tickets',
    access: 'user',
    summary:
      'Tickets the caller may see, 40 a page: newest change first unless `order` says otherwise, and of active ones those the caller pinned before the others. Searches contact name, number, message text, names of files, and notes; `newestOnly` says that there may be older ones, which were not looked for.',
    query: z.object({
      ...c.page,
      order: z.enum(ticketOrders).default('newest'),
      ...listFilter,
      /** Only tickets with a file in a message. */
      hasFile: c.flag.optional(),
      /** Only tickets that were there on one of these days, both counted. */
      from: blankDay,
      to: blankDay,
      status: z
        .enum(ticketStatuses)
        .or(z.literal('').transform(() => undefined))
        .optional(),
      showAll: c.flag.default(false),
      queueIds,
      tags: c.idList.optional(),
      users: c.idList.optional(),
      withUnreadMessages: c.flag.default(false),
      /** Day of creation, and day of the last change. */
      date: blankDay,
      updatedAt: blankDay,
      contactId: c.id.optional(),
    }),
    answer: z.object({
      tickets: z.array(ticketView),
      /** Exact up to 1000, where counting stops. */
      count: z.number(),
      hasMore: z.boolean(),
      /**
       * Of a search: more than it looks through hold the text, so there may be older ones. It looks further back in another order, and where it
       * would show less than five.
       */
      newestOnly: z.boolean().optional(),
    }),
  }),
  listBoard: endpoint({
    route: 'GET /ticket/kanban',
    access: 'user',
    plan: 'useKanban',
    summary:
      'Pending and open tickets the caller may see, for the kanban board: of one lane, or of all; newest change first, 40 a page. Searches as GET /tickets.',
    query: z.object({
      ...c.page,
      /** The tag that is the lane. `lane0`: tickets in no lane. Left out: all tickets. */
      lane: z.union([c.id, z.literal('lane0').transform(() => null)]).optional(),
      /** All tickets the caller may see, whatever `queueIds` say. */
      showAll: c.flag.default(false),
      queueIds,
      tags: c.idList.optional(),
      users: c.idList.optional(),
    }),
    answer: z.object({
      tickets: z.array(ticketView),
      /** Exact up to 1000, where counting stops. */
      count: z.number(),
      hasMore: z.boolean(),
    }),
  }),
  countTickets: endpoint({
    route: 'GET /v1/tickets/counts',
    access: 'user',
    summary:
      'How many tickets the caller has in each tab; counting stops at 1000. Snoozed ones count among open and pending unless `snoozed` is false.',
    query: z.object({ showAll: c.flag.default(false), queueIds, snoozed: c.flag.optional() }),
    answer: z.object({ open: z.number(), pending: z.number(), closed: z.number(), unread: z.number() }),
  }),
  nextTicket: endpoint({
    route: 'GET /v1/tickets/next',
    access: 'user',
    summary:
      'The conversation whose customer has waited longest for a person: one that waits in the queues the caller serves, or an unanswered one of theirs. Null if nobody waits. `after` is left out.',
    query: z.object({ after: c.id.optional() }),
    answer: z.object({ ticket: ticketView.nullable() }),
  }),
  showWorkload: endpoint({
    route: 'GET /v1/workload',
    access: 'user',
    summary:
      'How many open conversations each user of the company has, in how many of them the customer waits, and how many they may have (null: any number); and how many conversations wait in each queue where some do (null: in none). Of the first 20,000.',
    answer: z.object({
      users: z.array(z.object({ userId: z.number(), open: z.number(), waiting: z.number(), capacity: z.number().nullable() })),
      queues: z.array(z.object({ queueId: z.number().nullable(), pending: z.number() })),
    }),
  }),
  countFilters: endpoint({
    route: 'GET /v1/tickets/filter-counts',
    access: 'user',
    summary:
      'How many pending or open tickets each filter would show the caller, and how many each queue has (0: no queue); of the first 5000.',
    query: z.object({ status: z.enum(['pending', 'open']), showAll: c.flag.default(false), queueIds }),
    answer: z.object({
      unread: z.number(),
      chatbot: z.number(),
      snoozed: z.number(),
      untagged: z.number(),
      priority: z.number(),
      queues: z.array(z.object({ queueId: z.number(), count: z.number() })),
    }),
  }),
  showPromises: endpoint({
    route: 'GET /v1/tickets/promises',
    access: 'user',
    summary: 'What each queue promises, and the hours in which it counts. An empty week is always open.',
    answer: z.object({
      timeZone: z.string(),
      holidays,
      queues: z.array(
        z.object({
          queueId: z.number(),
          firstAnswerMinutes: z.number().nullable(),
          resolutionMinutes: z.number().nullable(),
          schedules,
        }),
      ),
      /** Hours of connections that have their own, where the company's hours apply. */
      connections: z.array(z.object({ whatsappId: z.number(), schedules })),
    }),
  }),
  snoozeTicket: endpoint({
    route: 'PUT /v1/tickets/:ticketId/snooze',
    access: 'user',
    summary:
      'Sets a ticket aside until a moment within a year, or, without one, until the customer writes. The customer’s next message ends it in any case.',
    params: ticketId,
    body: z.object({ until: z.iso.datetime().nullable() }),
    answer: ticketView,
  }),
  wakeTicket: endpoint({
    route: 'DELETE /v1/tickets/:ticketId/snooze',
    access: 'user',
    summary: 'Takes a ticket back among the others.',
    params: ticketId,
    answer: ticketView,
  }),
  markUrgent: endpoint({
    route: 'PUT /v1/tickets/:ticketId/priority',
    access: 'user',
    summary: 'Marks a ticket as urgent, or takes that back.',
    params: ticketId,
    body: z.object({ priority: c.flag }),
    answer: ticketView,
  }),
  showTicket: endpoint({ route: 'GET /tickets/:ticketId', access: 'user', summary: 'One ticket.', params: ticketId, answer: ticketView }),
  showTicketByUuid: endpoint({
    route: 'GET /tickets/u/:ticketUuid',
    access: 'user',
    summary: 'One ticket by its uuid.',
    params: z.object({ ticketUuid: z.uuid() }),
    answer: ticketView,
  }),
  listTicketMoves: endpoint({
    route: 'GET /v1/tickets/:ticketId/moves',
    access: 'user',
    summary: 'What happened to the tickets of a conversation that the caller may see: the latest 200, oldest first.',
    params: ticketId,
    answer: z.array(ticketMove),
  }),
  openTicket: endpoint({
    route: 'POST /tickets',
    access: 'user',
    summary:
      'Starts a conversation with a contact. If there is an active ticket, `error` is its JSON text and `code` is ERR_OTHER_OPEN_TICKET.',
    body: z.object({
      contactId: c.id,
      queueId: c.optionalId,
      whatsappId: c.optionalId,
      userId: c.optionalId,
      status: z.enum(ticketStatuses).optional(),
    }),
    answer: ticketView,
  }),
  moveTicket: endpoint({
    route: 'PUT /tickets/:ticketId',
    access: 'user',
    summary:
      'Accepts, returns, resolves, reopens or transfers a ticket. Without `status`: whoever `userId` names has it, in `queueId` if that is given too; otherwise it waits where its queue changes or `userId` is null.',
    params: ticketId,
    body: z.object({
      status: z.enum(ticketStatuses).optional(),
      userId: c.optionalId,
      queueId: c.optionalId,
      whatsappId: c.optionalId,
      useIntegration: c.flag.nullish(),
      promptId: cleared,
      integrationId: cleared,
      chatbot: c.flag.nullish(),
      /** For those who get the ticket; told with the transfer in the conversation, never to the customer. */
      note: c.text(transferNoteMax).optional(),
      /** What the caller saw; if the ticket has changed meanwhile, the move is refused with ERR_TICKET_TAKEN. */
      expected: z.object({ status: z.enum(ticketStatuses), userId: c.id.nullable() }).optional(),
    }),
    answer: ticketView,
  }),
  undoMove: endpoint({
    route: 'POST /v1/tickets/:ticketId/undo',
    access: 'user',
    summary: "Takes back the caller's own last move of a ticket, within 8 seconds. Nothing was told to the customer until then.",
    params: ticketId,
    answer: ticketView,
  }),
  deleteTicket: endpoint({
    route: 'DELETE /tickets/:ticketId',
    access: 'admin',
    summary: 'Removes a ticket with its messages.',
    params: ticketId,
    answer: c.message,
  }),
};

export const ticketEvents = {
  ticketMove: event({
    channel: 'ticket-move',
    heardBy: 'Those who may see the ticket. Its conversation tells something more than the ticket itself shows.',
    payload: z.object({ action: z.literal('create'), ticketId: z.number() }),
  }),
  ticketHanded: event({
    channel: 'ticketHanded',
    heardBy: 'The user to whom somebody else gave a ticket, or the rule of a queue or an automation (`by` is null).',
    payload: z.object({
      ticket: ticketView,
      by: z.object({ id: z.number(), name: z.string() }).nullable(),
      /** What they said to that; may be empty. */
      note: z.string(),
    }),
  }),
  ticket: event({
    channel: 'ticket',
    heardBy: 'Those who may see the ticket; if it moves away, those who could see it before.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.literal('update'), ticket: ticketView }),
      /** `moved`: the ticket left the lists it was in; an `update` follows for those who still see it. */
      z.object({ action: z.literal('delete'), ticketId: z.number(), moved: z.boolean() }),
      z.object({ action: z.literal('updateUnread'), ticketId: z.number() }),
    ]),
  }),
};
