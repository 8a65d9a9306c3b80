import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';

export const mailStates = ['waiting', 'sent', 'failed'] as const;

export const mailView = z.object({
  id: z.number(),
  company: z.object({ id: z.number(), name: z.string() }),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  /** Why the last attempt failed, in the words of the mail server; `expired`: nobody could send it while it was of use. */
  reason: z.string().nullable(),
  attempts: z.number(),
  /** The next attempt, of a mail that waits. */
  tryAt: c.instant.nullable(),
  createdAt: c.instant,
  sentAt: c.instant.nullable(),
  /** Is its text still here? It is erased once the mail was sent or is of no more use. */
  hasText: z.boolean(),
});
export type MailView = z.output<typeof mailView>;
c.named.add(mailView, { id: 'Mail' });

const mailId = z.object({ mailId: c.id });

export const mailEndpoints = {
  listMails: endpoint({
    route: 'GET /v1/mails',
    access: 'super',
    summary: 'Mails of all companies, newest first, 20 a page. `sending`: is there a mail server?',
    query: z.object({
      state: z.enum(mailStates).optional(),
      /** Older than the mail with this id. */
      before: c.id.optional(),
    }),
    answer: z.object({ sending: z.boolean(), mails: z.array(mailView), hasMore: z.boolean() }),
  }),
  showMail: endpoint({
    route: 'GET /v1/mails/:mailId',
    access: 'super',
    summary: 'A mail with its text, for an operator who hands it over in another way. That is noted in the audit log.',
    params: mailId,
    answer: mailView.extend({ text: z.string().nullable() }),
  }),
  retryMail: endpoint({
    route: 'POST /v1/mails/:mailId/retry',
    access: 'super',
    summary: 'Tries at once again to send a mail that waits or failed.',
    params: mailId,
    answer: mailView,
  }),
};
