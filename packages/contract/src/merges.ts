// Two contacts that are one person.
import { z } from 'zod';
import * as c from './common.ts';
import { contactDetail, contactView } from './contacts.ts';
import { endpoint } from './endpoint.ts';

export const mergeView = z.object({
  id: z.number(),
  /** The one that stayed. */
  contactId: z.number(),
  /** The one that went into it, as it was. */
  other: z.object({ id: z.number(), name: z.string(), number: z.string() }),
  tickets: z.number(),
  /** Tickets closed because the contact that stayed had an active one on the same connection. */
  closedTickets: z.array(z.number()),
  /** `channel`: one message or notice of WhatsApp showed that both are the same person. */
  cause: z.enum(['person', 'channel']),
  /** Who merged them; null where nobody did. */
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  createdAt: c.instant,
  undoneAt: c.instant.nullable(),
});
export type MergeView = z.output<typeof mergeView>;
c.named.add(mergeView, { id: 'Merge' });

const contactId = z.object({ contactId: c.id });

export const mergeEndpoints = {
  listDuplicates: endpoint({
    route: 'GET /v1/contacts/:contactId/duplicates',
    access: 'user',
    summary: 'Contacts that may be the same person: of the same name, or whose number ends in the same eight digits; at most 10.',
    params: contactId,
    answer: z.array(contactView.extend({ reason: z.enum(['number', 'name']) })),
  }),
  mergeContacts: endpoint({
    route: 'POST /v1/contacts/:contactId/merge',
    access: 'supervisor',
    summary:
      'Takes `otherId` into this contact: addresses, extra fields, tickets and messages. Of two active tickets on one connection the older goes on and the other is closed. Can be undone.',
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
  undoMerge: endpoint({
    route: 'POST /v1/contacts/merges/:mergeId/undo',
    access: 'supervisor',
    summary: 'Makes two contacts again of what was merged. What was written since stays with the ticket it was written in.',
    params: z.object({ mergeId: c.id }),
    answer: z.object({ merge: mergeView, contact: contactDetail, other: contactDetail }),
  }),
};
