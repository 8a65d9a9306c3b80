import { tagEndpoints } from '@balcao/contract/tags';
import { routes } from '../../../platform/http/routes.ts';
import { createTag, deleteTag, placeTicket, syncTags, updateTag } from './actions.ts';
import { listAllTags, listKanbanTags, listTags, showTag } from './reads.ts';

export const tagRoutes = routes(tagEndpoints, {
  listTags: (ctx, { query }) => listTags(ctx, query),
  listAllTags: (ctx, { query }) => listAllTags(ctx, query.searchParam),
  listKanbanTags: (ctx) => listKanbanTags(ctx),
  showTag: (ctx, { params }) => showTag(ctx, params.tagId),
  createTag: (ctx, { body }) => createTag(ctx, body),
  updateTag: (ctx, { params, body }) => updateTag(ctx, params.tagId, body),
  deleteTag: async (ctx, { params }) => {
    await deleteTag(ctx, params.tagId);
    return { message: 'Tag deleted' };
  },
  syncTags: (ctx, { body }) => syncTags(ctx, body.ticketId, body.tags),
  addTicketTag: async (ctx, { params: { ticketId, tagId: named } }) => {
    const tagId = named === 'lane0' ? null : named;
    return { ticketId, tagId, ticket: await placeTicket(ctx, ticketId, tagId) };
  },
  clearTicketTags: async (ctx, { params }) => {
    await placeTicket(ctx, params.ticketId, null);
    return { message: 'Ticket tags removed successfully.' };
  },
});
