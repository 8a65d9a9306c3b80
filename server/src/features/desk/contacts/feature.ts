import { contactChanged, contactCreated, contactDeleted, contactsChanged } from '../../../events/contacts.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { fetchPictureJob } from './actions/picture.ts';
import { contactRoutes } from './routes.ts';

export const contacts: Feature = {
  name: 'contacts',
  routes: contactRoutes,
  jobs: [fetchPictureJob],
  broadcasts: [
    broadcaster(contactCreated, ({ contact }) => [
      { event: 'contact', payload: { action: 'create', contact }, rooms: [{ to: 'company' }] },
    ]),
    broadcaster(contactChanged, ({ contact }) => [
      { event: 'contact', payload: { action: 'update', contact }, rooms: [{ to: 'company' }] },
    ]),
    broadcaster(contactsChanged, () => [{ event: 'contacts', payload: { action: 'reload' }, rooms: [{ to: 'company' }] }]),
    broadcaster(contactDeleted, ({ contactId }) => [
      { event: 'contact', payload: { action: 'delete', contactId }, rooms: [{ to: 'company' }] },
    ]),
  ],
};
