import { z } from 'zod';
import * as c from './common.ts';
import { schedules } from './companies.ts';
import { connectionChannels, connectionStatuses } from './connection-rules.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';

export const connectionView = z.object({
  id: z.number(),
  name: z.string(),
  channel: z.enum(connectionChannels),
  status: z.enum(connectionStatuses),
  /** Why it has that status; null if all is well. */
  statusReason: z.string().nullable(),
  qrcode: z.string(),
  /** Eight characters to type on the phone instead of scanning the QR code; empty if there is none. */
  pairingCode: z.string(),
  /** Until when the current code is valid. */
  codeExpiresAt: c.instant.nullable(),
  /** Days of history that linking imports; 0 = none. */
  importDays: z.number(),
  /** Imported chats whose last message is the customer's and at most this many hours old become pending tickets; 0 = none. */
  importPendingHours: z.number(),
  retries: z.number(),
  /** Its phone number, digits, once known. */
  number: z.string().nullable(),
  isDefault: z.boolean(),
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  /** A mask (`tokenMask`) if a token for the sending API is set, else empty; the token itself is write-only. */
  token: z.string(),
  provider: z.string(),
  expiresInactiveMessage: z.string(),
  expiresTicket: z.number(),
  timeUseBotQueues: z.number(),
  maxUseBotQueues: z.number(),
  timeToTransfer: z.number().nullable(),
  transferQueueId: z.number().nullable(),
  promptId: z.number().nullable(),
  integrationId: z.number().nullable(),
  /** Replace the company's if the setting `scheduleType` is `company`; empty: the company's apply. */
  schedules,
  companyId: z.number(),
  queues: z.array(z.object({ id: z.number(), name: z.string(), color: z.string(), greetingMessage: z.string() })),
  cloud: z.object({ phoneNumberId: z.string(), wabaId: z.string(), configured: z.boolean() }).nullable(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type ConnectionView = z.output<typeof connectionView>;
c.named.add(connectionView, { id: 'Connection' });

/** A connection, as those who manage it see it. */
export const connectionDetail = connectionView.extend({
  /** The absolute URL for Meta's deliveries. Null for other channels. */
  webhookUrl: z.string().nullable(),
});
export type ConnectionDetail = z.output<typeof connectionDetail>;
c.named.add(connectionDetail, { id: 'ConnectionDetail' });

const minutes = z.union([c.count.pipe(z.number().max(525_600)), z.null().transform(() => 0)]);
const fields = {
  name: c.name(2, 50),
  isDefault: c.flag,
  greetingMessage: c.optionalText(4096),
  complationMessage: c.optionalText(4096),
  outOfHoursMessage: c.optionalText(4096),
  ratingMessage: c.optionalText(4096),
  token: c.optionalText(200),
  provider: c.optionalText(20),
  expiresInactiveMessage: c.optionalText(4096),
  expiresTicket: minutes,
  timeUseBotQueues: minutes,
  maxUseBotQueues: minutes,
  timeToTransfer: z.union([z.null(), minutes]),
  transferQueueId: c.optionalId,
  promptId: c.optionalId,
  integrationId: c.optionalId,
  schedules,
  queueIds: z
    .array(c.id)
    .max(500)
    .transform((ids) => [...new Set(ids)]),
  importDays: c.count.pipe(z.number().max(365)),
  importPendingHours: c.count.pipe(z.number().max(8_760)),
  cloud: z
    .object({
      phoneNumberId: c.text(40).pipe(z.string().regex(/^\d+$/)),
      wabaId: c.text(40).pipe(z.string().regex(/^\d+$/)),
      /** Write-only; missing or empty keeps the stored value. */
      accessToken: c.text(2000).optional(),
      appSecret: c.text(200).optional(),
      verifyToken: c.text(200).optional(),
    })
    .nullable(),
};
const connectionId = z.object({ whatsappId: c.id });
/** With `phoneNumber`, the phone is linked by a code typed on it instead of a QR code. */
const linking = z.object({ phoneNumber: c.text(30).optional() }).optional();
const sessionFlag = z.object({ session: c.text(10).optional(), companyId: c.text(20).optional() });

export const connectionEndpoints = {
  listConnections: endpoint({
    route: 'GET /whatsapp',
    access: 'user',
    summary: 'The connections of the company.',
    query: sessionFlag,
    answer: z.array(connectionView),
  }),
  showConnection: endpoint({
    route: 'GET /whatsapp/:whatsappId',
    access: 'admin',
    summary: 'One connection, with its QR code while one waits to be scanned.',
    params: connectionId,
    query: sessionFlag,
    answer: connectionDetail,
  }),
  createConnection: endpoint({
    route: 'POST /whatsapp',
    access: 'admin',
    summary: 'Adds a connection within the limit of the plan and starts it. The first one is the default.',
    body: z
      .object(fields)
      .partial()
      .required({ name: true })
      .extend({ channel: z.enum(connectionChannels).default('whatsapp_web') }),
    answer: connectionDetail,
  }),
  updateConnection: endpoint({
    route: 'PUT /whatsapp/:whatsappId',
    access: 'admin',
    summary: 'Changes a connection. Missing fields stay. A new `channel` keeps contacts, tickets and history.',
    params: connectionId,
    body: z
      .object(fields)
      .partial()
      .extend({ channel: z.enum(connectionChannels).optional() }),
    answer: connectionDetail,
  }),
  deleteConnection: endpoint({
    route: 'DELETE /whatsapp/:whatsappId',
    access: 'admin',
    summary: 'Removes a connection; its tickets and history stay.',
    params: connectionId,
    answer: c.message,
  }),
  startSession: endpoint({
    route: 'POST /whatsappsession/:whatsappId',
    access: 'admin',
    summary: 'Tries again: checks the credentials of a Cloud connection; otherwise reconnects or, if no phone is linked, offers a code.',
    params: connectionId,
    body: linking,
    answer: c.message,
  }),
  renewSession: endpoint({
    route: 'PUT /whatsappsession/:whatsappId',
    access: 'admin',
    summary: 'Starts over with a new QR code, or a pairing code for the given phone. Drops the phone linked before.',
    params: connectionId,
    body: linking,
    answer: c.message,
  }),
  endSession: endpoint({
    route: 'DELETE /whatsappsession/:whatsappId',
    access: 'admin',
    summary: 'Disconnects; a linked phone is unlinked.',
    params: connectionId,
    answer: c.message,
  }),
};

export const connectionEvents = {
  whatsapp: event({
    channel: 'whatsapp',
    heardBy: 'Everybody in the company, without the QR code.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.literal('update'), whatsapp: connectionView }),
      z.object({ action: z.literal('delete'), whatsappId: z.number() }),
    ]),
  }),
  whatsappSession: event({
    channel: 'whatsappSession',
    heardBy: 'Admins.',
    payload: z.object({
      action: z.literal('update'),
      session: connectionView.pick({
        id: true,
        name: true,
        status: true,
        statusReason: true,
        qrcode: true,
        pairingCode: true,
        codeExpiresAt: true,
        retries: true,
        updatedAt: true,
      }),
    }),
  }),
};
