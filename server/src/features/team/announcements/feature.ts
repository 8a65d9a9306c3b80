import { announcementChanged, announcementCreated, announcementDeleted, announcementsRead } from '../../../events/announcements.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { changeNews, creationNews, deletionNews, readNews } from './access.ts';
import { announcementRoutes } from './routes.ts';

export const announcements: Feature = {
  name: 'announcements',
  routes: announcementRoutes,
  broadcasts: [
    broadcaster(announcementCreated, creationNews),
    broadcaster(announcementChanged, changeNews),
    broadcaster(announcementDeleted, deletionNews),
    broadcaster(announcementsRead, readNews),
  ],
};
