// Sending with the token of a connection: the one call that existing programs know.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { mediasMax, messageBodyMax, messageStates } from './message-rules.ts';
import { templateChoice } from './templates.ts';

export const sentByApi = z.object({
  /** Of the first message. */
  id: z.string(),
  ticketId: z.number(),
  state: z.enum(messageStates),
  /** All messages of the request: each file is one. */
  messages: z.array(z.object({ id: z.string(), state: z.enum(messageStates) })),
});
export type SentByApi = z.output<typeof sentByApi>;
c.named.add(sentByApi, { id: 'SentByApi' });

export const externalApiEndpoints = {
  sendByToken: endpoint({
    route: 'POST /api/messages/send',
    access: 'token',
    plan: 'useExternalApi',
    summary:
      'Sends a text, files (multipart `medias`) or a template to a number, by the connection whose token is the bearer. Looks the number up where that is possible, adds the contact, and writes in the active ticket or a new one that waits. A marketing template to somebody who opted out is refused.',
    idempotent: true,
    multipart: 'too',
    files: { max: mediasMax },
    body: z.object({
      /** With country code, or as people write it; national numbers count as Brazilian. */
      number: c.text(50, 8),
      /** May contain variables such as `{{firstName}}`. With files: their captions, once or once per file. */
      body: z.union([c.text(messageBodyMax), z.array(c.text(messageBodyMax)).max(mediasMax)]).optional(),
      /** The name of a contact that is not known yet. */
      name: c.text(100).optional(),
      /** Instead of `body`: the only thing that can be sent on a Cloud API number while the window is shut. */
      template: templateChoice.optional(),
      /** The queue of a ticket that has to be opened. */
      queueId: c.optionalId,
      /** Closes the ticket once the message is queued. */
      closeTicket: c.flag.optional(),
    }),
    answer: sentByApi,
  }),
};
