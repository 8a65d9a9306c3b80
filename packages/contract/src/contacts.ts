import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';

export const identityKinds = ['phone', 'wa_pn', 'wa_lid', 'wa_bsuid', 'username', 'group'] as const;

export const contactView = z.object({
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  /** Digits with country code; empty if only a hidden number is known. */
  number: z.string(),
  email: z.string(),
  profilePicUrl: z.string(),
  urlPicture: z.string(),
  isGroup: z.boolean(),
  /** As BCP 47 writes it, e.g. pt-BR; empty if nobody said. */
  language: z.string(),
  /** YYYY-MM-DD. */
  birthday: z.string().nullable(),
  /** Nothing of theirs comes in, and nobody can write to them. */
  blocked: z.boolean(),
  companyId: z.number(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type ContactView = z.output<typeof contactView>;
c.named.add(contactView, { id: 'Contact' });

export const extraInfo = z.array(z.object({ id: z.number(), name: z.string(), value: z.string() }));

export const contactDetail = contactView.extend({
  extraInfo,
  identities: z.array(z.object({ kind: z.enum(identityKinds), value: z.string() })),
  whatsapp: z.object({ id: z.number(), name: z.string() }).nullable(),
});
export type ContactDetail = z.output<typeof contactDetail>;
c.named.add(contactDetail, { id: 'ContactDetail' });

const fields = {
  name: c.name(2, 50),
  /** Digits, or a number as people write it; national numbers count as Brazilian. */
  number: c.text(50, 8),
  email: z.union([c.email, z.literal(''), z.null()]).optional(),
  language: z.union([z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/), z.literal('')]).optional(),
  birthday: z.union([c.day, z.literal('').transform(() => null), z.null()]).optional(),
  /** Many more than a form offers: a merged contact also has the fields of the other. */
  extraInfo: z
    .array(z.object({ id: c.optionalId, name: c.text(100), value: c.text(2000) }))
    .max(500)
    .optional(),
};
/** A day, or an empty field of a filter. */
const filterDay = z.union([c.day, z.literal('').transform(() => undefined)]).optional();
const contactId = z.object({ contactId: c.id });

export const contactEndpoints = {
  listContacts: endpoint({
    route: 'GET /contacts',
    access: 'user',
    summary:
      'Contacts by name, 30 a page; searched by name and number, filtered by the day of creation. `count` goes up to 10,000, in a search up to the first contact after the page.',
    query: z.object({ ...c.page, date: filterDay, dateStart: filterDay, dateEnd: filterDay }),
    answer: z.object({ contacts: z.array(contactView), count: z.number(), hasMore: z.boolean() }),
  }),
  listAllContacts: endpoint({
    route: 'GET /contacts/list',
    access: 'user',
    summary: 'Contacts for pickers, by name; at most 500.',
    query: z.object({ name: c.text(200).optional() }),
    answer: z.array(contactView),
  }),
  showContact: endpoint({
    route: 'GET /contacts/:contactId',
    access: 'user',
    summary: 'One contact.',
    params: contactId,
    answer: contactDetail,
  }),
  createContact: endpoint({
    route: 'POST /contacts',
    access: 'user',
    summary: 'Adds a contact.',
    body: z.object(fields),
    answer: contactDetail,
  }),
  updateContact: endpoint({
    route: 'PUT /contacts/:contactId',
    access: 'user',
    summary: 'Changes a contact. Extra fields with an id are changed, those without one added, missing ones removed.',
    params: contactId,
    body: z.object({ ...fields, number: z.union([fields.number, z.literal('')]) }).partial(),
    answer: contactDetail,
  }),
  saveContactField: endpoint({
    route: 'PUT /v1/contacts/:contactId/field',
    access: 'user',
    summary: 'Changes one extra field of a contact by its id, or adds one without. An empty value removes it. The others stay as they are.',
    params: contactId,
    body: z.object({ id: c.optionalId, name: c.name(1, 100), value: c.text(2000) }),
    answer: contactDetail,
  }),
  blockContact: endpoint({
    route: 'PUT /v1/contacts/:contactId/block',
    access: 'user',
    summary: 'Blocks a contact, or lifts that: what they write does not come in, and nothing is sent to them. Groups cannot be blocked.',
    params: contactId,
    body: z.object({ blocked: z.boolean() }),
    answer: contactDetail,
  }),
  deleteContact: endpoint({
    route: 'DELETE /contacts/:contactId',
    access: 'admin',
    summary: 'Removes a contact with its tickets and messages.',
    params: contactId,
    answer: c.message,
  }),
};

export const contactEvents = {
  /** Changes in bulk. */
  contacts: event({
    channel: 'contacts',
    heardBy: 'Everybody in the company.',
    payload: z.object({ action: z.literal('reload') }),
  }),
  contact: event({
    channel: 'contact',
    heardBy: 'Everybody in the company.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.enum(['create', 'update']), contact: contactView }),
      z.object({ action: z.literal('delete'), contactId: z.number() }),
    ]),
  }),
};
