import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';

const connectionId = z.object({ whatsappId: c.id });
/** Degrees, as number or in a form. */
const degrees = (most: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,3}(\.\d{1,20})?$/)
        .transform(Number),
    ])
    .pipe(z.number().min(-most).max(most));

/** What the simulated phone shows of one message. */
export const phoneMessage = z.object({
  id: z.string(),
  /** True for what the customer wrote. */
  fromCustomer: z.boolean(),
  type: z.string(),
  body: z.string(),
  mediaUrl: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** Taken back by whoever wrote it. */
  isDeleted: z.boolean(),
  ack: z.number(),
  at: c.instant,
});

export const simulatorEndpoints = {
  simulateMessage: endpoint({
    route: 'POST /simulator/:whatsappId/messages',
    access: 'admin',
    summary: 'Plays a customer who writes to a simulator connection. Files as multipart `media`.',
    params: connectionId,
    multipart: 'too',
    body: z.object({
      /** The customer's number. */
      from: c.text(30, 8),
      name: c.name(1, 50),
      type: z
        .enum(['text', 'image', 'audio', 'voice', 'video', 'document', 'sticker', 'location', 'contacts', 'reaction', 'edit', 'revoke'])
        .default('text'),
      body: c.text(4096).optional(),
      latitude: degrees(90).optional(),
      longitude: degrees(180).optional(),
      /** Id of the message replied to, reacted to, edited or taken back. */
      target: c.text(200).optional(),
      /** The customer's own id for the message; the same id twice is one message. */
      id: c.text(100, 1).optional(),
    }),
    answer: z.object({ id: z.string() }),
  }),
  showPhone: endpoint({
    route: 'GET /simulator/:whatsappId/messages',
    access: 'admin',
    summary: 'The last messages on the simulated phone of one customer.',
    params: connectionId,
    query: z.object({ from: c.text(30, 8) }),
    answer: z.object({ messages: z.array(phoneMessage) }),
  }),
  acknowledgeOnPhone: endpoint({
    route: 'POST /simulator/:whatsappId/read',
    access: 'admin',
    summary: 'The customer has received and read (or played) everything sent to him.',
    params: connectionId,
    body: z.object({ from: c.text(30, 8), status: z.enum(['delivered', 'read', 'played']).default('read') }),
    answer: z.object({}),
  }),
};
