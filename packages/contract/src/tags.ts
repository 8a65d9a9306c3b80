import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { ticketView } from './tickets.ts';

/** The default colour of a tag. */
export const tagDefaultColor = '#A4CCCC';

export const tagView = z.object({
  id: z.number(),
  name: z.string(),
  color: z.string(),
  /** 1: a lane of the kanban board. */
  kanban: z.union([z.literal(0), z.literal(1)]),
  /** The author; null if unknown. */
  userId: z.number().nullable(),
  companyId: z.number(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type TagView = z.output<typeof tagView>;
c.named.add(tagView, { id: 'Tag' });

export const countedTag = tagView.extend({
  /** The number of tickets with this tag. */
  ticketsCount: z.number(),
});
export type CountedTag = z.output<typeof countedTag>;
c.named.add(countedTag, { id: 'CountedTag' });

const fields = {
  name: c.name(3, 60),
  color: c
    .text(9, 3)
    .transform((value) => value.trim())
    .pipe(z.string().regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/))
    .optional(),
  /** Only supervisors and admins may change it. */
  kanban: c.flag.nullish(),
};
const tagId = z.object({ tagId: c.id });
const ticketId = z.object({ ticketId: c.id });

export const tagEndpoints = {
  listTags: endpoint({
    route: 'GET /tags',
    access: 'user',
    summary: 'Tags by name, with the number of their tickets, 20 a page.',
    query: z.object(c.page),
    answer: z.object({ tags: z.array(countedTag), count: z.number(), hasMore: z.boolean() }),
  }),
  listAllTags: endpoint({
    route: 'GET /tags/list',
    access: 'user',
    summary: 'All tags by name, for pickers; at most 1000.',
    query: z.object({ searchParam: c.searchParam }),
    answer: z.array(tagView),
  }),
  listKanbanTags: endpoint({
    route: 'GET /tags/kanban',
    access: 'user',
    plan: 'useKanban',
    summary: 'The tags that are lanes of the kanban board, oldest first; at most 100.',
    answer: z.object({ lista: z.array(tagView) }),
  }),
  showTag: endpoint({ route: 'GET /tags/:tagId', access: 'user', summary: 'One tag.', params: tagId, answer: tagView }),
  createTag: endpoint({
    route: 'POST /tags',
    access: 'user',
    summary: 'Adds a tag. If one has this name already, it is returned unchanged.',
    body: z.object(fields),
    answer: tagView,
  }),
  updateTag: endpoint({
    route: 'PUT /tags/:tagId',
    access: 'user',
    summary:
      'Changes a tag. Only supervisors and admins may change whether it is a lane; tickets that are in a lane already then lose the tag.',
    params: tagId,
    body: z.object(fields).partial(),
    answer: tagView,
  }),
  deleteTag: endpoint({
    route: 'DELETE /tags/:tagId',
    access: 'user',
    summary: 'Removes a tag, also from its tickets.',
    params: tagId,
    answer: c.message,
  }),
  syncTags: endpoint({
    route: 'POST /tags/sync',
    access: 'user',
    summary: 'Sets the tags of a ticket. Of several that are lanes of the board, it gets the one it did not have.',
    body: z.object({ ticketId: c.id, tags: z.array(z.union([c.id, z.object({ id: c.id }).transform((tag) => tag.id)])).max(50) }),
    answer: ticketView,
  }),
  addTicketTag: endpoint({
    route: 'PUT /ticket-tags/:ticketId/:tagId',
    access: 'user',
    plan: 'useKanban',
    summary:
      'Adds a tag to a ticket. A tag that is a lane of the board takes the place of the one the ticket had: it is in one lane at most. `lane0` takes it out of its lane.',
    params: z.object({ ticketId: c.id, tagId: z.union([c.id, z.literal('lane0')]) }),
    answer: z.object({ ticketId: z.number(), tagId: z.number().nullable(), ticket: ticketView }),
    status: 201,
  }),
  clearTicketTags: endpoint({
    route: 'DELETE /ticket-tags/:ticketId',
    access: 'user',
    plan: 'useKanban',
    summary: 'Takes a ticket out of its lane of the board. Its other tags stay.',
    params: ticketId,
    answer: c.message,
  }),
};

export const tagEvents = {
  tag: event({
    channel: 'tag',
    heardBy: 'Everybody in the company.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.enum(['create', 'update']), tag: countedTag }),
      z.object({ action: z.literal('delete'), tagId: z.number() }),
    ]),
  }),
  /** The tags page of existing clients listens to this name, and fails on any other action. */
  tagsPage: event({
    channel: 'user',
    global: true,
    heardBy: 'Everybody in the company. The tags page of existing clients listens to this name.',
    payload: z.object({ action: z.enum(['create', 'update']), tags: countedTag }),
  }),
};
