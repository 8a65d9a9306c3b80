// What operators tell everybody in every company.
import { z } from 'zod';
import { announcementLimits, priorities } from './announcement-rules.ts';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';

export const announcementView = z.object({
  id: z.number(),
  title: z.string(),
  text: z.string(),
  /** 1 high, 2 medium, 3 low. */
  priority: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** False: only operators see it. */
  status: z.boolean(),
  /** Absolute URL of the picture, valid for a while. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** The company of the operator who wrote it. */
  companyId: z.number(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type AnnouncementView = z.output<typeof announcementView>;
c.named.add(announcementView, { id: 'Announcement' });

/** As one person sees it. */
export const shownAnnouncement = announcementView.extend({ read: z.boolean() });
export type ShownAnnouncement = z.output<typeof shownAnnouncement>;
c.named.add(shownAnnouncement, { id: 'ShownAnnouncement' });

const fields = {
  title: c.name(1, announcementLimits.titleMax),
  text: c.name(1, announcementLimits.textMax),
  priority: z.union([z.enum(['1', '2', '3']), z.literal(priorities)]).transform((value) => Number(value) as 1 | 2 | 3),
  status: c.flag,
};
const announcementId = z.object({ announcementId: c.id });

export const announcementEndpoints = {
  listAnnouncements: endpoint({
    route: 'GET /announcements',
    access: 'user',
    summary: 'Announcements, newest first, 20 a page; searched by title. Inactive ones are listed for operators only.',
    query: z.object(c.page),
    answer: z.object({ records: z.array(announcementView), count: z.number(), hasMore: z.boolean() }),
  }),
  showAnnouncements: endpoint({
    route: 'GET /announcements/list',
    access: 'user',
    summary: 'The active announcements, newest first, and whether the caller has read them; at most 50.',
    answer: z.array(shownAnnouncement),
  }),
  readAnnouncements: endpoint({
    route: 'PUT /v1/announcements/read',
    access: 'user',
    summary: 'Notes that the caller has read these announcements. Ids that are not there are passed over.',
    body: z.object({ ids: z.array(c.id).max(announcementLimits.shownMax) }),
    answer: z.object({ ids: z.array(z.number()) }),
  }),
  showAnnouncement: endpoint({
    route: 'GET /announcements/:announcementId',
    access: 'super',
    summary: 'One announcement.',
    params: announcementId,
    answer: announcementView,
  }),
  createAnnouncement: endpoint({
    route: 'POST /announcements',
    access: 'super',
    summary: 'Adds an announcement. Priority is 3 and status active unless given.',
    body: z.object({ ...fields, priority: fields.priority.default(3), status: fields.status.default(true) }),
    answer: announcementView,
  }),
  updateAnnouncement: endpoint({
    route: 'PUT /announcements/:announcementId',
    access: 'super',
    summary: 'Changes an announcement. One that becomes active is shown to everybody; one that becomes inactive leaves them.',
    params: announcementId,
    body: z.object(fields).partial(),
    answer: announcementView,
  }),
  deleteAnnouncement: endpoint({
    route: 'DELETE /announcements/:announcementId',
    access: 'super',
    summary: 'Removes an announcement with its picture.',
    params: announcementId,
    answer: c.message,
  }),
  attachToAnnouncement: endpoint({
    route: 'POST /announcements/:announcementId/media-upload',
    access: 'super',
    summary: 'Sets the picture of an announcement, a PNG or JPEG sent as `file`, and replaces the one it has.',
    params: announcementId,
    body: z.object({ typeArch: c.text(30).optional() }),
    multipart: 'only',
    answer: z.object({ mensagem: z.string(), record: announcementView }),
  }),
  detachFromAnnouncement: endpoint({
    route: 'DELETE /announcements/:announcementId/media-upload',
    access: 'super',
    summary: 'Removes the picture of an announcement.',
    params: announcementId,
    answer: z.object({ mensagem: z.string(), record: announcementView }),
  }),
};

export const announcementEvents = {
  announcement: event({
    channel: 'company-announcement',
    global: true,
    heardBy:
      'Everybody in every company. Of an inactive one only operators hear, but for the `update` by which it becomes inactive; one that becomes active is a `create`.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.enum(['create', 'update']), record: announcementView }),
      z.object({ action: z.literal('delete'), id: z.number() }),
    ]),
  }),
  announcementsRead: event({
    channel: 'announcements-read',
    heardBy: 'The person who read them, in their other windows.',
    payload: z.object({ ids: z.array(z.number()) }),
  }),
};
