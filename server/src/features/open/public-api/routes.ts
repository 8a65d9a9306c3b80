import { publicApiEndpoints } from '@balcao/contract/public-api';
import { routes } from '../../../platform/http/routes.ts';
import { deleteContact } from '../../desk/contacts/actions/change-contact.ts';
import { deleteTag } from '../../desk/tags/actions.ts';
import { createContact, createTag, moveTicket, openTicket, sendMessage, tagTicket, updateContact, updateTag } from './actions.ts';
import {
  listContacts,
  listMessages,
  listQueues,
  listTags,
  listTemplates,
  listTickets,
  showContact,
  showMessage,
  showTicket,
} from './reads.ts';

export const publicApiRoutes = routes(publicApiEndpoints, {
  apiListContacts: (ctx, { query }) => listContacts(ctx, query),
  apiShowContact: (ctx, { params }) => showContact(ctx, params.contactId),
  apiCreateContact: (ctx, { body }) => createContact(ctx, body),
  apiUpdateContact: (ctx, { params, body }) => updateContact(ctx, params.contactId, body),
  apiDeleteContact: async (ctx, { params: { contactId: id } }) => {
    await deleteContact(ctx, id);
    return { id };
  },
  apiListTickets: (ctx, { query }) => listTickets(ctx, query),
  apiShowTicket: (ctx, { params }) => showTicket(ctx, params.ticketId),
  apiOpenTicket: (ctx, { body }) => openTicket(ctx, body),
  apiMoveTicket: (ctx, { params, body }) => moveTicket(ctx, params.ticketId, body),
  apiTagTicket: (ctx, { params, body }) => tagTicket(ctx, params.ticketId, body.tags),
  apiListMessages: (ctx, { params, query }) => listMessages(ctx, params.ticketId, query),
  apiSendMessage: (ctx, { params, body }) =>
    sendMessage(ctx, ctx.actor.program.id, params.ticketId, body, ctx.request.files, ctx.request.idempotencyKey),
  apiShowMessage: (ctx, { params }) => showMessage(ctx, Number(params.messageId)),
  apiListTags: (ctx, { query }) => listTags(ctx, query),
  apiCreateTag: (ctx, { body }) => createTag(ctx, body),
  apiUpdateTag: (ctx, { params, body }) => updateTag(ctx, params.tagId, body),
  apiDeleteTag: async (ctx, { params: { tagId: id } }) => {
    await deleteTag(ctx, id);
    return { id };
  },
  apiListQueues: (ctx, { query }) => listQueues(ctx, query),
  apiListTemplates: (ctx, { query }) => listTemplates(ctx, query),
});
