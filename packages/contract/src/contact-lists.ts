// Lists of people to write to, with their numbers checked.
import { z } from 'zod';
import * as c from './common.ts';
import { filterDaysMax, filterTagsMax, validities } from './contact-list-rules.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { importMaxBytes } from './import-rules.ts';
import { importView } from './imports.ts';

/** Which contacts a list is made from; a contact must meet all that is given. */
export const contactFilter = z.object({
  /** Contacts with a conversation that has any of these tags. */
  tags: z.array(c.id).max(filterTagsMax),
  /** Those who wrote in the last `days` days, or who wrote before, but not in that time. */
  lastContact: z.object({ wrote: z.enum(['within', 'before']), days: z.number().int().min(1).max(filterDaysMax) }).nullish(),
  /** A custom field with this value, whatever its case and accents; an empty value: any. */
  field: z.object({ name: c.name(1, 100), value: c.text(2000).default('') }).nullish(),
});

export type ContactFilter = z.output<typeof contactFilter>;

export const contactListView = z.object({
  id: z.number(),
  name: z.string(),
  companyId: z.number(),
  contactsCount: z.number(),
  /** Of these, how many can be written to. */
  validCount: z.number(),
  /** How many numbers wait to be looked up. */
  uncheckedCount: z.number(),
  filter: z
    .object({
      tags: z.array(z.number()),
      lastContact: z.object({ wrote: z.enum(['within', 'before']), days: z.number() }).nullable(),
      field: z.object({ name: z.string(), value: z.string() }).nullable(),
    })
    .nullable(),
  /** The list follows its filter; people cannot change its contacts. */
  inStep: z.boolean(),
  /** It is being compared with its filter now. */
  syncing: z.boolean(),
  /** Until when it is known to agree with its filter; null if it never was compared. */
  syncedAt: c.instant.nullable(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type ContactListView = z.output<typeof contactListView>;
c.named.add(contactListView, { id: 'ContactList' });

export const contactListItemView = z.object({
  id: z.number(),
  name: z.string(),
  /** Digits with country code. */
  number: z.string(),
  email: z.string(),
  /** The number can be written to: it is on WhatsApp, or no connection can look that up. */
  isWhatsappValid: z.boolean(),
  validity: z.enum(validities),
  /** They asked not to be written to. */
  optedOut: z.boolean(),
  companyId: z.number(),
  contactListId: z.number(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type ContactListItemView = z.output<typeof contactListItemView>;
c.named.add(contactListItemView, { id: 'ContactListItem' });

const listFields = {
  name: c.name(2, 50),
  filter: contactFilter.nullish(),
  inStep: c.flag.nullish(),
};
const itemFields = {
  name: c.name(2, 50),
  /** Digits, or a number as people write it; national numbers count as Brazilian. */
  number: c.text(50, 8),
  email: z.union([c.email, z.literal(''), z.null()]).optional(),
};
const contactListId = z.object({ contactListId: c.id });
const contactListItemId = z.object({ contactListItemId: c.id });
const plan = 'useCampaigns';

export const contactListEndpoints = {
  listContactLists: endpoint({
    route: 'GET /contact-lists',
    access: 'user',
    plan,
    summary: 'Contact lists by name, 20 a page.',
    query: z.object(c.page),
    answer: z.object({ records: z.array(contactListView), count: z.number(), hasMore: z.boolean() }),
  }),
  listAllContactLists: endpoint({
    route: 'GET /contact-lists/list',
    access: 'user',
    plan,
    summary: 'Contact lists for pickers, by name; at most 500.',
    answer: z.array(contactListView),
  }),
  showContactList: endpoint({
    route: 'GET /contact-lists/:contactListId',
    access: 'user',
    plan,
    summary: 'One contact list.',
    params: contactListId,
    answer: contactListView,
  }),
  createContactList: endpoint({
    route: 'POST /contact-lists',
    access: 'user',
    plan,
    summary:
      'Adds a contact list. With a `filter`, the contacts that meet it are added in the background; with `inStep` the list follows them.',
    body: z.object(listFields),
    answer: contactListView,
  }),
  updateContactList: endpoint({
    route: 'PUT /contact-lists/:contactListId',
    access: 'user',
    plan,
    summary: 'Changes a contact list. Another `filter` is applied in the background.',
    params: contactListId,
    body: z.object(listFields).partial(),
    answer: contactListView,
  }),
  deleteContactList: endpoint({
    route: 'DELETE /contact-lists/:contactListId',
    access: 'admin',
    plan,
    summary: 'Removes a contact list.',
    params: contactListId,
    answer: c.message,
  }),
  uploadContactList: endpoint({
    route: 'POST /contact-lists/:contactListId/upload',
    access: 'user',
    plan,
    summary:
      'Adds the contacts of a spreadsheet (.xlsx, .xls or .csv, sent as `file`) to a list, and answers those that were added. More than 1000 rows are added in the background, and the answer is empty.',
    params: contactListId,
    body: z.object({ typeArch: c.text(30).optional() }),
    multipart: 'only',
    files: { maxBytes: importMaxBytes, tooLarge: 'ERR_SHEET_TOO_LARGE' },
    answer: z.array(contactListItemView),
  }),
  importContactList: endpoint({
    route: 'POST /v1/contact-lists/:contactListId/imports',
    access: 'user',
    plan,
    summary: 'Adds the contacts of a spreadsheet (.xlsx, .xls or .csv, sent as `file`) to a list in the background.',
    params: contactListId,
    body: z.object({ typeArch: c.text(30).optional() }),
    multipart: 'only',
    files: { maxBytes: importMaxBytes, tooLarge: 'ERR_SHEET_TOO_LARGE' },
    answer: importView,
  }),
  checkContactList: endpoint({
    route: 'POST /v1/contact-lists/:contactListId/check',
    access: 'user',
    plan,
    summary:
      'Compares a list with its filter and looks up those of its numbers again that are not known to be on WhatsApp, in the background.',
    params: contactListId,
    answer: contactListView,
  }),
  countFiltered: endpoint({
    route: 'POST /v1/contact-lists/count',
    access: 'user',
    plan,
    summary: 'How many contacts meet a filter; exact up to 10,000.',
    body: z.object({ filter: contactFilter }),
    answer: z.object({ count: z.number() }),
  }),
  listContactListItems: endpoint({
    route: 'GET /contact-list-items',
    access: 'user',
    plan,
    summary: 'The contacts of a list by name, 20 a page; searched by name and number.',
    query: z.object({ ...c.page, contactListId: c.id }),
    answer: z.object({ contacts: z.array(contactListItemView), count: z.number(), hasMore: z.boolean() }),
  }),
  showContactListItem: endpoint({
    route: 'GET /contact-list-items/:contactListItemId',
    access: 'user',
    plan,
    summary: 'One contact of a list.',
    params: contactListItemId,
    answer: contactListItemView,
  }),
  createContactListItem: endpoint({
    route: 'POST /contact-list-items',
    access: 'user',
    plan,
    summary:
      'Adds a contact to a list. If the list has the number already, that entry is returned unchanged. The number is looked up in the background.',
    body: z.object({ ...itemFields, contactListId: c.id }),
    answer: contactListItemView,
  }),
  updateContactListItem: endpoint({
    route: 'PUT /contact-list-items/:contactListItemId',
    access: 'user',
    plan,
    summary: 'Changes a contact of a list.',
    params: contactListItemId,
    body: z.object(itemFields).partial(),
    answer: contactListItemView,
  }),
  deleteContactListItem: endpoint({
    route: 'DELETE /contact-list-items/:contactListItemId',
    access: 'admin',
    plan,
    summary: 'Removes a contact from its list.',
    params: contactListItemId,
    answer: c.message,
  }),
};

export const contactListEvents = {
  contactList: event({
    channel: 'ContactList',
    heardBy: 'Everybody in the company.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.enum(['create', 'update']), record: contactListView }),
      z.object({ action: z.literal('delete'), id: z.number() }),
    ]),
  }),
  contactListItem: event({
    channel: 'ContactListItem',
    heardBy: 'Everybody in the company.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.enum(['create', 'update']), record: contactListItemView }),
      z.object({ action: z.literal('delete'), id: z.number(), contactListId: z.number() }),
      /** Many changed at once; `records` is always empty. */
      z.object({ action: z.literal('reload'), contactListId: z.number(), records: z.array(contactListItemView) }),
    ]),
  }),
  contactListItemsAdded: event({
    channel: 'ContactListItem-{contactListId}',
    heardBy: 'Everybody in the company. Existing clients that show the list listen to this name after an upload.',
    /** Only those that the sheet added. */
    payload: z.object({ action: z.literal('reload'), records: z.array(contactListItemView) }),
  }),
};
