// Two contacts that are the same person.
import { z } from 'zod';
import * as c from './common.ts';
import { contactDetail, contactView } from './contacts.ts';
import { endpoint } from './endpoint.ts';

export const mergeView = z.object({
  id: z.number(),
  /** The contact that stayed. */
  contactId: z.number(),
  /** The contact that was merged into it, as it was. */
  other: z.object({ id: z.number(), name: z.string(), number: z.string() }),
  tickets: z.number(),
  /** Tickets that were closed because the contact that stayed had an active one on the same connection. */
  closedTickets: z.array(z.number()),
  /** `channel`: a message or notice from WhatsApp proved that both are the same person. */
  cause: z.enum(['person', 'channel']),
  /** Who merged them; null if the product did. */
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  createdAt: c.instant,
  splitAt: c.instant.nullable(),
});
export type MergeView = z.output<typeof mergeView>;
c.named.add(mergeView, { id: 'Merge' });

const contactId = z.object({ contactId: c.id });

export const mergeEndpoints = {
  listDuplicates: endpoint({
    route: 'GET /v1/contacts/:contactId/duplicates',
    access: 'user',
    summary: 'Contacts that may be the same person: with the same name, or a number with the same last eight digits; at most 10.',
    params: contactId,
    answer: z.array(contactView.extend({ reason: z.enum(['number', 'name']) })),
  }),
  mergeContacts: endpoint({
    route: 'POST /v1/contacts/:contactId/merge',
    access: 'supervisor',
    summary:
      'Merges `otherId` into this contact: addresses, extra fields, tickets and messages. Of two active tickets on one connection the older stays and the other is closed. Can be split again.',
    params: contactId,
    body: z.object({ otherId: c.id }),
    answer: z.object({ merge: mergeView, contact: contactDetail }),
  }),
  listMerges: endpoint({
    route: 'GET /v1/contacts/:contactId/merges',
    access: 'supervisor',
    summary: 'What was merged into a contact, newest first; at most 20.',
    params: contactId,
    answer: z.array(mergeView),
  }),
  splitContacts: endpoint({
    route: 'POST /v1/contacts/merges/:mergeId/split',
    access: 'supervisor',
    summary: 'Splits a merged contact into two again. Messages written since stay with their ticket.',
    params: z.object({ mergeId: c.id }),
    answer: z.object({ merge: mergeView, contact: contactDetail, other: contactDetail }),
  }),
};
