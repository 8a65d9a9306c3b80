import { contactListEndpoints } from '@balcao/contract/contact-lists';
import { routes } from '../../../platform/http/routes.ts';
import { createItem, deleteItem, updateItem } from './actions/change-item.ts';
import { checkContactList, createContactList, deleteContactList, updateContactList } from './actions/change-list.ts';
import { importIntoList, uploadIntoList } from './actions/list-sheets.ts';
import { countFiltered, listAllContactLists, listContactLists, listItems, showContactList, showItem } from './reads.ts';

export const contactListRoutes = routes(contactListEndpoints, {
  listContactLists: (ctx, { query }) => listContactLists(ctx, query),
  listAllContactLists: (ctx) => listAllContactLists(ctx),
  showContactList: (ctx, { params }) => showContactList(ctx, params.contactListId),
  createContactList: (ctx, { body }) => createContactList(ctx, body),
  updateContactList: (ctx, { params, body }) => updateContactList(ctx, params.contactListId, body),
  deleteContactList: async (ctx, { params }) => {
    await deleteContactList(ctx, params.contactListId);
    return { message: 'Contact list deleted' };
  },
  uploadContactList: (ctx, { params }) => uploadIntoList(ctx, params.contactListId, ctx.request.files),
  importContactList: (ctx, { params }) => importIntoList(ctx, params.contactListId, ctx.request.files),
  checkContactList: (ctx, { params }) => checkContactList(ctx, params.contactListId),
  countFiltered: (ctx, { body }) => countFiltered(ctx, body.filter),
  listContactListItems: (ctx, { query }) => listItems(ctx, query),
  showContactListItem: (ctx, { params }) => showItem(ctx, params.contactListItemId),
  createContactListItem: (ctx, { body }) => createItem(ctx, body),
  updateContactListItem: (ctx, { params, body }) => updateItem(ctx, params.contactListItemId, body),
  deleteContactListItem: async (ctx, { params }) => {
    await deleteItem(ctx, params.contactListItemId);
    return { message: 'Contact deleted' };
  },
});
