import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { ticketOrders } from './ticket-list-rules.ts';
import { viewTabs } from './ticket-view-rules.ts';

const ids = z.array(c.id).max(50).default([]);
const day = z.union([c.day, z.literal('')]).default('');
const off = z.boolean().default(false);

const viewFilter = z.object({
  tab: z.enum(viewTabs),
  showAll: off,
  order: z.enum(ticketOrders).default('newest'),
  queueIds: z.array(c.idOrNone).max(50).default([]),
  text: c.searchParam,
  userIds: ids,
  tagIds: ids,
  unread: off,
  chatbot: off,
  snoozed: off,
  untagged: off,
  priority: off,
  hasFile: off,
  from: day,
  to: day,
});

export const ticketListView = z.object({
  id: z.number(),
  name: z.string(),
  /** Everybody in the company has it among their views. */
  shared: z.boolean(),
  /** Its place among the views of its author; the smallest first. */
  place: z.number(),
  filter: viewFilter,
  userId: z.number(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type TicketListView = z.output<typeof ticketListView>;
c.named.add(ticketListView, { id: 'TicketListView' });

const fields = { name: c.name(1, 40), shared: c.flag.optional(), place: z.number().int().min(0).max(1000).optional(), filter: viewFilter };
const ticketViewId = z.object({ ticketViewId: c.id });

export const ticketListViewEndpoints = {
  listTicketViews: endpoint({
    route: 'GET /v1/ticket-views',
    access: 'user',
    summary: 'The saved views of the caller, in their order, and then those that others share.',
    answer: z.array(ticketListView),
  }),
  countTicketViews: endpoint({
    route: 'GET /v1/ticket-views/counts',
    access: 'user',
    summary: 'How many tickets the caller sees in each view; counting stops at 1000. Null for a search of words.',
    answer: z.array(z.object({ id: z.number(), count: z.number().nullable() })),
  }),
  createTicketView: endpoint({
    route: 'POST /v1/ticket-views',
    access: 'user',
    summary: 'Saves a view of the list of tickets; at most 20 for a person, and 20 shared ones in a company.',
    body: z.object(fields),
    answer: ticketListView,
  }),
  updateTicketView: endpoint({
    route: 'PUT /v1/ticket-views/:ticketViewId',
    access: 'user',
    summary: 'Changes a view. A shared one is changed by its author, supervisors and admins.',
    params: ticketViewId,
    body: z.object(fields).partial(),
    answer: ticketListView,
  }),
  deleteTicketView: endpoint({
    route: 'DELETE /v1/ticket-views/:ticketViewId',
    access: 'user',
    summary: 'Removes a view. A shared one is removed by its author, supervisors and admins.',
    params: ticketViewId,
    answer: c.message,
  }),
};

export const ticketListViewEvents = {
  ticketView: event({
    channel: 'ticket-view',
    heardBy: 'Those who have it among their views: its author, or everybody in the company while it is shared.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.literal('update'), view: ticketListView }),
      z.object({ action: z.literal('delete'), ticketViewId: z.number() }),
    ]),
  }),
};
