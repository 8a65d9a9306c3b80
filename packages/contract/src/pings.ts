// What asks a person to look at a conversation ('Para mim'), and who follows one.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { pingKinds, pingsMax } from './ping-rules.ts';
import { ticketStatuses } from './ticket-rules.ts';

const person = z.object({ id: z.number(), name: z.string() });

export const pingView = z.object({
  id: z.number(),
  kind: z.enum(pingKinds),
  ticketId: z.number(),
  ticket: z.object({
    id: z.number(),
    uuid: z.string(),
    number: z.number(),
    status: z.enum(ticketStatuses),
    contactId: z.number(),
    contactName: z.string(),
  }),
  /** Null when the product did it. */
  by: person.nullable(),
  /** The beginning of the note that it is about, or what was said with the transfer. */
  text: z.string(),
  at: c.instant,
  seenAt: c.instant.nullable(),
});
export type PingView = z.output<typeof pingView>;
c.named.add(pingView, { id: 'Ping' });

const ticketId = z.object({ ticketId: c.id });

export const pingEndpoints = {
  listPings: endpoint({
    route: 'GET /v1/pings',
    access: 'user',
    summary: `What asks the caller to look at conversations that they may see, newest first; the latest ${pingsMax}.`,
    answer: z.array(pingView),
  }),
  seePings: endpoint({
    route: 'POST /v1/pings/seen',
    access: 'user',
    summary: 'The caller has seen what asks for them: in one conversation, or all of it.',
    body: z.object({ ticketId: c.id.optional() }),
    answer: z.object({ seenAt: c.instant }),
  }),
  showFollowers: endpoint({
    route: 'GET /v1/tickets/:ticketId/followers',
    access: 'user',
    summary: 'Who follows a conversation, by name.',
    params: ticketId,
    answer: z.array(person),
  }),
  followTicket: endpoint({
    route: 'PUT /v1/tickets/:ticketId/follow',
    access: 'user',
    summary: 'Follows a conversation, or no longer. Followers are told of notes in it and of its moves.',
    params: ticketId,
    body: z.object({ on: c.flag }),
    answer: z.array(person),
  }),
};

export const pingEvents = {
  ping: event({
    channel: 'ping',
    heardBy: 'The person who is asked for.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.literal('create'), ping: pingView }),
      /** `ticketId`: null for all conversations. */
      z.object({ action: z.literal('seen'), ticketId: z.number().nullable(), seenAt: c.instant }),
    ]),
  }),
  followers: event({
    channel: 'followers',
    heardBy: 'Those who may see the ticket.',
    payload: z.object({ ticketId: z.number(), followers: z.array(person) }),
  }),
};
