import type { ContactListItemView, ContactListView } from '@balcao/contract/contact-lists';
import { fact } from '../platform/facts.ts';

export const contactListCreated = fact<{ record: ContactListView }>('contactList.created');
/** Its name, its filter, or how many contacts it has. */
export const contactListChanged = fact<{ record: ContactListView }>('contactList.changed', {
  about: ({ record }) => record.id,
  merge: (_, later) => later,
});
export const contactListDeleted = fact<{ id: number }>('contactList.deleted');

export const contactListItemCreated = fact<{ record: ContactListItemView }>('contactListItem.created');
export const contactListItemChanged = fact<{ record: ContactListItemView }>('contactListItem.changed');
export const contactListItemDeleted = fact<{ id: number; contactListId: number }>('contactListItem.deleted');
/** Many contacts of a list at once. */
export const contactListItemsChanged = fact<{ contactListId: number }>('contactListItems.changed');
/** Contacts of a sheet of moderate size were added to a list. */
export const contactListItemsAdded = fact<{ contactListId: number; records: ContactListItemView[] }>('contactListItems.added');
