import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { callOutcomes } from './message-rules.ts';

const connectionId = z.object({ whatsappId: c.id });
/** Degrees, as a number or as text of a form. */
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

/** A message as the simulated phone shows it. */
export const phoneMessage = z.object({
  id: z.string(),
  /** True for what the customer wrote. */
  fromCustomer: z.boolean(),
  type: z.string(),
  /** Who wrote it, in a group. */
  name: z.string().nullable(),
  body: z.string(),
  mediaUrl: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** Deleted by its author. */
  isDeleted: z.boolean(),
  ack: z.number(),
  at: c.instant,
});
c.named.add(phoneMessage, { id: 'PhoneMessage' });

/** What a simulated customer can do. */
export const simulatedTypes = [
  'text',
  'image',
  'audio',
  'voice',
  'video',
  'document',
  'sticker',
  'location',
  'contacts',
  'reaction',
  'edit',
  'revoke',
  'call',
  'video_call',
  'view_once',
  'awaiting_phone',
  'unknown',
  'typing',
  'recording',
  'paused',
] as const;

export const simulatorEndpoints = {
  simulateMessage: endpoint({
    route: 'POST /simulator/:whatsappId/messages',
    access: 'admin',
    summary: 'Simulates a customer who writes to a simulator connection. Files as multipart `media`.',
    params: connectionId,
    multipart: 'too',
    body: z.object({
      /** The customer's number. */
      from: c.text(30, 8),
      name: c.name(1, 50),
      type: z.enum(simulatedTypes).default('text'),
      body: c.text(4096).optional(),
      latitude: degrees(90).optional(),
      longitude: degrees(180).optional(),
      /** Id of the message that is replied to, reacted to, edited or deleted. */
      target: c.text(200).optional(),
      /** The customer's own id for the message; a repeated id is the same message. A text with an `awaiting_phone`'s id fills it in. */
      id: c.text(100, 1).optional(),
      /** The subject of the group it is written in. */
      group: c.name(1, 50).optional(),
      /** `number`: only a hidden number is sent; `nothing`: both are sent, which shows whose it is. Missing: only the number is sent. */
      hides: z.enum(['number', 'nothing']).optional(),
      /** The state of the call; sent again with the same id, how it ended. */
      outcome: z.enum(callOutcomes).optional(),
      /** Written this many minutes ago, before the number was linked. */
      minutesAgo: z
        .union([
          z.number(),
          z
            .string()
            .regex(/^\d{1,6}$/)
            .transform(Number),
        ])
        .pipe(z.number().int().min(1).max(525_600))
        .optional(),
    }),
    answer: z.object({ id: z.string() }),
  }),
  showPhone: endpoint({
    route: 'GET /simulator/:whatsappId/messages',
    access: 'admin',
    summary: 'The last messages on a customer’s simulated phone.',
    params: connectionId,
    query: z.object({ from: c.text(30, 8), group: c.name(1, 50).optional() }),
    answer: z.object({ messages: z.array(phoneMessage) }),
  }),
  acknowledgeOnPhone: endpoint({
    route: 'POST /simulator/:whatsappId/read',
    access: 'admin',
    summary: 'The customer has received and read (or played) everything sent to them.',
    params: connectionId,
    body: z.object({ from: c.text(30, 8), status: z.enum(['delivered', 'read', 'played']).default('read') }),
    answer: z.object({}),
  }),
};
