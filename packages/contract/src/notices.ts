// What rings for a person, and the devices that are told by web push while no window of theirs is open.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { noticeKinds, noticeTones } from './notice-rules.ts';

export const noticeDeviceView = z.object({
  id: z.number(),
  /** The sign-in that it belongs to; it goes with it. */
  sessionId: z.string(),
  /** As the browser names itself. */
  userAgent: z.string(),
  createdAt: c.instant,
});
export type NoticeDeviceView = z.output<typeof noticeDeviceView>;
c.named.add(noticeDeviceView, { id: 'NoticeDevice' });

/** The kinds that do not ring. */
const silent = z
  .array(z.enum(noticeKinds))
  .max(noticeKinds.length)
  .transform((kinds) => noticeKinds.filter((kind) => kinds.includes(kind)));

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** Hours in which nothing rings and no device is told; null: none. */
const quiet = z.object({ from: clockTime, to: clockTime }).nullable();
const tone = z.enum(noticeTones);
/** What news sound like: of a kind, and of a queue by its id, which comes first. */
const tones = z.object({
  kinds: z.partialRecord(z.enum(noticeKinds), tone),
  queues: z.record(z.string().regex(/^[1-9]\d{0,14}$/), tone).refine((queues) => Object.keys(queues).length <= 500, 'too many queues'),
});
/** What a person chose beside the kinds that do not ring. `insist`: what waits rings again until it is accepted, or seen by them. */
export const noticeChoices = z.object({ quiet, tones, insist: z.boolean() });

const choices = noticeChoices.extend({ silent: z.array(z.enum(noticeKinds)), devices: z.array(noticeDeviceView) });

export const noticesView = choices.extend({
  /** What a browser needs to subscribe: the public key of this installation, base64url. */
  publicKey: z.string(),
});
export type NoticesView = z.output<typeof noticesView>;
c.named.add(noticesView, { id: 'Notices' });

const deviceId = z.object({ noticeDeviceId: c.id });

export const noticeEndpoints = {
  showNotices: endpoint({
    route: 'GET /v1/notices',
    access: 'user',
    summary: 'Which kinds of news ring for the caller, and their devices that are told by web push.',
    answer: noticesView,
  }),
  chooseNotices: endpoint({
    route: 'PUT /v1/notices',
    access: 'user',
    summary:
      'Chooses the kinds that do not ring, the hours in which nothing does, what it sounds like, and whether what waits rings again. What is left out stays as it is.',
    body: z.object({ silent, quiet: quiet.optional(), tones: tones.optional(), insist: c.flag.optional() }),
    answer: noticesView,
  }),
  addNoticeDevice: endpoint({
    route: 'POST /v1/notices/devices',
    access: 'user',
    summary:
      'Adds the subscription of the browser in which the caller is signed in, as the push service gave it, or replaces it. At most ten of a person; the oldest goes. ERR_PUSH_ADDRESS unless it is an https address of the open internet.',
    body: z.object({
      endpoint: c.text(1000, 1),
      /** The browser's public key: an uncompressed point of P-256, base64url. */
      p256dh: z.string().regex(/^B[\w-]{86}=?$/),
      auth: z.string().regex(/^[\w-]{22}(==)?$/),
    }),
    answer: noticeDeviceView,
    perMinute: 30,
  }),
  testNoticeDevice: endpoint({
    route: 'POST /v1/notices/devices/:noticeDeviceId/test',
    access: 'user',
    summary: 'Sends a notice to one’s own device, to see whether it arrives.',
    params: deviceId,
    answer: c.message,
    perMinute: 20,
  }),
  removeNoticeDevice: endpoint({
    route: 'DELETE /v1/notices/devices/:noticeDeviceId',
    access: 'user',
    summary: 'Tells this device nothing any more.',
    params: deviceId,
    answer: c.message,
  }),
};

export const noticeEvents = {
  notices: event({ channel: 'notices', heardBy: 'The person themselves, in all their windows.', payload: choices }),
};
