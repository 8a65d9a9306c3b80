import {
  contactListChanged,
  contactListCreated,
  contactListDeleted,
  contactListItemChanged,
  contactListItemCreated,
  contactListItemDeleted,
  contactListItemsAdded,
  contactListItemsChanged,
} from '../../../events/contact-lists.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { additionNews, itemNews, listNews } from './access.ts';
import { contactListJobs } from './jobs.ts';
import { contactListRoutes } from './routes.ts';

export const contactLists: Feature = {
  name: 'contact-lists',
  routes: contactListRoutes,
  jobs: contactListJobs,
  broadcasts: [
    broadcaster(contactListCreated, ({ record }) => listNews({ action: 'create', record })),
    broadcaster(contactListChanged, ({ record }) => listNews({ action: 'update', record })),
    broadcaster(contactListDeleted, ({ id }) => listNews({ action: 'delete', id })),
    broadcaster(contactListItemCreated, ({ record }) => itemNews({ action: 'create', record })),
    broadcaster(contactListItemChanged, ({ record }) => itemNews({ action: 'update', record })),
    broadcaster(contactListItemDeleted, (news) => itemNews({ action: 'delete', ...news })),
    broadcaster(contactListItemsChanged, ({ contactListId }) => itemNews({ action: 'reload', contactListId, records: [] })),
    broadcaster(contactListItemsAdded, additionNews),
  ],
};
