import { contactEndpoints } from '@balcao/contract/contacts';
import { routes } from '../../../platform/http/routes.ts';
import { blockContact, saveContactField } from './actions/about-contact.ts';
import { createContact, deleteContact, updateContact } from './actions/change-contact.ts';
import { listAllContacts, listContacts, showContact } from './reads.ts';

export const contactRoutes = routes(contactEndpoints, {
  listContacts: (ctx, { query }) => listContacts(ctx, query),
  listAllContacts: (ctx, { query }) => listAllContacts(ctx, query.name),
  showContact: (ctx, { params }) => showContact(ctx, params.contactId),
  createContact: (ctx, { body }) => createContact(ctx, body),
  updateContact: (ctx, { params, body }) => updateContact(ctx, params.contactId, body),
  saveContactField: (ctx, { params, body }) => saveContactField(ctx, params.contactId, body),
  blockContact: (ctx, { params, body }) => blockContact(ctx, params.contactId, body.blocked),
  deleteContact: async (ctx, { params }) => {
    await deleteContact(ctx, params.contactId);
    return { message: 'Contact deleted' };
  },
});
