import { tagEndpoints } from '@balcao/contract/tags';
import { routes } from '../../../platform/http/routes.ts';
import { addTicketTag, createTag, deleteTag, syncTags, updateTag } from './actions.ts';
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
  addTicketTag: async (ctx, { params }) => {
    await addTicketTag(ctx, params.ticketId, params.tagId);
    return params;
  },
  clearTicketTags: async (ctx, { params }) => {
    await syncTags(ctx, params.ticketId, []);
    return { message: 'Ticket tags removed successfully.' };
  },
});
