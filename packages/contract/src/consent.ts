// Who may be written to: what customers said about it, and when.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { importMaxBytes } from './import-rules.ts';
import { importView } from './imports.ts';

export const consentStates = ['out', 'in'] as const;
/** `customer`: their own word; `staff`: noted by somebody of the company. */
export const consentSources = ['customer', 'staff', 'import'] as const;

export const consentView = z.object({
  id: z.number(),
  /** Null if no contact has the number. */
  contactId: z.number().nullable(),
  /** The contact's; empty if there is none. */
  name: z.string(),
  /** Digits; empty if it is hidden. */
  number: z.string(),
  state: z.enum(consentStates),
  words: z.string(),
  source: z.enum(consentSources),
  /** Who noted it; null if nobody of the company did. */
  userName: z.string().nullable(),
  createdAt: c.instant,
});
export type ConsentView = z.output<typeof consentView>;
c.named.add(consentView, { id: 'Consent' });

export const contactConsent = z.object({
  contactId: z.number(),
  optedOut: z.boolean(),
  /** They left by their own word, so only their own word brings them back. */
  ownWord: z.boolean(),
  /** The word that brings back. */
  backWord: z.string(),
  /** The latest of what they said, at most 20. */
  entries: z.array(consentView),
});
export type ContactConsent = z.output<typeof contactConsent>;
c.named.add(contactConsent, { id: 'ContactConsent' });

const contactId = z.object({ contactId: c.id });

export const consentEndpoints = {
  listConsents: endpoint({
    route: 'GET /v1/consents',
    access: 'supervisor',
    summary: 'The ledger of consents, newest first, 20 a page.',
    query: z.object({ pageNumber: c.pageNumber }),
    answer: z.object({ consents: z.array(consentView), hasMore: z.boolean() }),
  }),
  exportConsents: endpoint({
    route: 'GET /v1/consents/export.csv',
    access: 'user',
    right: 'exportContacts',
    summary:
      'The whole ledger, oldest first, as `number;name;state;words;source;user;createdAt`, separated by semicolons. The export is recorded in the audit log.',
    download: 'text/csv',
    answer: z.string(),
  }),
  importConsents: endpoint({
    route: 'POST /v1/consents/import',
    access: 'admin',
    summary:
      'Adds the rows of a spreadsheet (.xlsx, .xls or .csv, sent as `file`) to the ledger, in the background. Columns: `number`, and if they are there `state` (`out` or `in`; without it `out`) and `words`. Somebody who left by their own word is not brought back.',
    body: z.object({ typeArch: c.text(30).optional() }),
    multipart: 'only',
    files: { maxBytes: importMaxBytes, tooLarge: 'ERR_SHEET_TOO_LARGE' },
    answer: importView,
  }),
  showConsent: endpoint({
    route: 'GET /v1/contacts/:contactId/consent',
    access: 'user',
    summary: 'Whether a contact may be written to, and what they said about it.',
    params: contactId,
    answer: contactConsent,
  }),
  noteConsent: endpoint({
    route: 'POST /v1/contacts/:contactId/consent',
    access: 'user',
    summary:
      'Notes what a contact said in another way, e.g. on the telephone. Somebody who left by their own word comes back by their own word only: ERR_CONTACT_OPTED_OUT.',
    params: contactId,
    body: z.object({ state: z.enum(consentStates), words: c.name(1, 500) }),
    answer: contactConsent,
  }),
};

export const consentEvents = {
  consent: event({
    channel: 'consent',
    heardBy: 'Everybody in the company.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.literal('update'), consent: contactConsent }),
      /** Many changed at once. */
      z.object({ action: z.literal('reload') }),
    ]),
  }),
};
