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
