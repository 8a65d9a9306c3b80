import type { AnnouncementView } from '@balcao/contract/announcements';
import { fact, platformFact } from '../platform/facts.ts';

export const announcementCreated = platformFact<{ record: AnnouncementView }>('announcement.created');
/** `wasActive`: until now everybody saw it. */
export const announcementChanged = platformFact<{ record: AnnouncementView; wasActive: boolean }>('announcement.changed');
export const announcementDeleted = platformFact<{ id: number }>('announcement.deleted');
export const announcementsRead = fact<{ userId: number; ids: number[] }>('announcements.read');
