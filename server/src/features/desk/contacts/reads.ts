import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import type { ContactDetail, ContactView, contactEndpoints } from '@balcao/contract/contacts';
import type { Answer, Received } from '@balcao/contract/endpoint';
import { pageSize } from '@balcao/contract/page-rules';
import { mediaLinker } from '../../../gateways/files/signed-url.ts';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { reading, searching } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { settingOf } from '../../company/settings/reads.ts';
import { canonicalAddress, type Identity, identitiesOf, type NewContact, replyAddressOf, saysAll, searchTerm } from './rules.ts';
import {
  type ContactRow,
  connectionOf,
  contactsBehind,
  countContacts,
  fieldsOf,
  findContacts,
  findContact as findRow,
  getContact as getRow,
  identitiesOfContact,
  type Listing,
  listContacts as listRows,
  searchContacts,
} from './store/contacts.ts';
import { contactsAfter, ownersOfNumbers } from './store/many.ts';
import { similarContacts } from './store/merging.ts';
import { hiddenLids, type MergeRow, mergesOf } from './store/people.ts';
import { contactDetail, contactView } from './view.ts';

export { canonicalNumber, contactFrom, type Identity, type NewContact, searchTerm } from './rules.ts';
export type { ContactRow } from './store/contacts.ts';

type Query = Received<typeof contactEndpoints.listContacts>['query'];

/** How many contacts a picker gets. */
const pickerMax = 500;
/** How many contacts one statement of an export reads. */
const exportedAtOnce = 2000;
const similarMax = 10;

/** Contacts by name, a page at a time; `count` is exact up to 10,000, of a search up to the first contact after this page. */
export function listContacts(ctx: Ctx, query: Query): Promise<Answer<typeof contactEndpoints.listContacts>> {
  return (query.searchParam ? searching : reading)(ctx, async (ctx) => {
    const from = query.date ?? query.dateStart ?? null;
    const until = query.date ?? query.dateEnd ?? null;
    const timeZone = from || until ? await settingOf(ctx, 'timeZone') : 'UTC';
    const listing: Listing = { search: searchTerm(query.searchParam), from, until, timeZone };
    const size = pageSize.contacts;
    const offset = (query.pageNumber - 1) * size;
    const { rows, count } = listing.search
      ? await searchContacts(ctx, listing, size + 1, offset)
      : { rows: await listRows(ctx, listing, size + 1, offset), count: await countContacts(ctx, listing) };
    const view = viewer(ctx);
    return { contacts: rows.slice(0, size).map(view), count, hasMore: rows.length > size };
  });
}

/** At most 500 contacts by name, for pickers. */
export function listAllContacts(ctx: Ctx, name: string | undefined): Promise<ContactView[]> {
  return (name ? searching : reading)(ctx, async (ctx) => {
    const listing: Listing = { search: searchTerm(name?.trim() ?? ''), from: null, until: null, timeZone: 'UTC' };
    const rows = listing.search ? (await searchContacts(ctx, listing, pickerMax, 0)).rows : await listRows(ctx, listing, pickerMax, 0);
    return rows.map(viewer(ctx));
  });
}

/** Throws ERR_NO_CONTACT_FOUND. */
export function showContact(ctx: Ctx, id: number): Promise<ContactDetail> {
  return reading(ctx, async (ctx) => detailOf(ctx, await getRow(ctx, id)));
}

/** One contact of the company as stored. */
export function findContact(ctx: Reader | Tx, id: number): Promise<ContactRow | null> {
  return findRow(ctx, id);
}

/** As `findContact`; throws ERR_NO_CONTACT_FOUND. */
export function getContact(ctx: Reader | Tx, id: number): Promise<ContactRow> {
  return getRow(ctx, id);
}

/** The contact with this number, in any form a provider or a person may write it. */
export async function findContactByNumber(ctx: Reader | Tx, number: string): Promise<{ id: number; name: string } | null> {
  const [known] = await contactsBehind(ctx, [{ kind: 'phone', value: canonicalAddress(number) }]);
  return known ?? null;
}

/** The views of these contacts, by id; unknown ids are left out. */
export async function contactCards(ctx: Reader | Tx, ids: readonly number[]): Promise<Map<number, ContactView>> {
  const view = viewer(ctx);
  return new Map((await findContacts(ctx, ids)).map((row) => [row.id, view(row)]));
}

/**
 * The best address to write to on a channel (`replyAddressOf`). Throws ERR_NO_CONTACT_FOUND, and ERR_WAPP_INVALID_CONTACT when the contact
 * has no address on that channel.
 */
export async function replyAddress(ctx: Reader | Tx, contactId: number, channel: ConnectionChannel): Promise<Identity> {
  const { number } = await getRow(ctx, contactId);
  const address = replyAddressOf({ number, identities: await identitiesOfContact(ctx, contactId) }, channel);
  if (!address) throw new AppError('ERR_WAPP_INVALID_CONTACT');
  return address;
}

/** As `replyAddress`, for who knows the contact's number and its addresses, the most recent first; null if there is none. */
export function replyAddressIn(contact: { number: string; identities: readonly Identity[] }, channel: ConnectionChannel): Identity | null {
  return replyAddressOf(contact, channel);
}

/** Does a contact with these addresses, the most recent first, have this one, as that to which answers go? */
export function hasAddress(identities: readonly Identity[], address: Identity): boolean {
  return saysAll({ identities }, identitiesOf([address]));
}

/** A contact with everything its page shows. */
export async function detailOf(ctx: Reader | Tx, row: ContactRow): Promise<ContactDetail> {
  const fields = await fieldsOf(ctx, row.id);
  const identities = await identitiesOfContact(ctx, row.id);
  return contactDetail(row, { fields, identities, connection: await connectionOf(ctx, row.connection_id) }, linker(ctx));
}

/** Turns rows into views, with links to pictures. */
export function viewer(ctx: Reader | Tx): (row: ContactRow) => ContactView {
  const link = linker(ctx);
  return (row) => contactView(row, link);
}

function linker(ctx: Reader | Tx): (key: string) => string {
  const path = mediaLinker(ctx);
  return (key) => `${ctx.publicUrl}${path(key)}`;
}

/** All contacts that are not groups, oldest first, read in batches. */
export async function* allContacts(ctx: Ctx): AsyncGenerator<NewContact[], void> {
  for (let after = 0; ; ) {
    const rows = await reading(ctx, (ctx) => contactsAfter(ctx, after, exportedAtOnce));
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}

/** The ids of the contacts that have these numbers. */
export function contactsWithNumbers(ctx: Reader | Tx, numbers: readonly string[]): Promise<Map<string, number>> {
  return ownersOfNumbers(ctx, numbers);
}

/**
 * Contacts whose number is hidden, each with its most recent LID, by id, starting after `after`. A number found for one is reported as the
 * inbound fact `same`.
 */
export function listUnresolvedLids(ctx: Reader | Tx, limit: number, after = 0): Promise<{ contactId: number; lid: string }[]> {
  return hiddenLids(ctx, limit, after);
}

/** What was merged into a contact, newest first. */
export function mergesInto(ctx: Reader | Tx, contactId: number, limit: number): Promise<MergeRow[]> {
  return mergesOf(ctx, contactId, limit);
}

/** Contacts that may be the same person as this one; at most 10. Throws ERR_NO_CONTACT_FOUND. */
export function duplicatesOf(ctx: Ctx, id: number): Promise<(ContactView & { reason: 'number' | 'name' })[]> {
  return reading(ctx, async (ctx) => {
    const contact = await getRow(ctx, id);
    const view = viewer(ctx);
    if (contact.is_group) return [];
    return (await similarContacts(ctx, contact, similarMax)).map((row) => ({ ...view(row), reason: row.reason }));
  });
}
