import type { ContactListItemView } from '@balcao/contract/contact-lists';
import type { Broadcast } from '../../../platform/facts.ts';

type Lists = Extract<Broadcast, { event: 'contactList' }>['payload'];
type Items = Extract<Broadcast, { event: 'contactListItem' }>['payload'];

/** Everybody of the company hears of lists. */
export function listNews(payload: Lists): Broadcast[] {
  return [{ event: 'contactList', payload, rooms: [{ to: 'company' }] }];
}

/** And of their contacts. */
export function itemNews(payload: Items): Broadcast[] {
  return [{ event: 'contactListItem', payload, rooms: [{ to: 'company' }] }];
}

/** And of what a sheet added to one of them, for clients that show that list. */
export function additionNews({ contactListId, records }: { contactListId: number; records: ContactListItemView[] }): Broadcast[] {
  return [{ event: 'contactListItemsAdded', payload: { action: 'reload', records }, rooms: [{ to: 'company' }], ids: { contactListId } }];
}
