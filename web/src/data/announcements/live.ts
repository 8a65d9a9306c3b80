import type { AnnouncementView, ShownAnnouncement } from '@balcao/contract/announcements';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { applyRow, type RowLists, removeRow } from '../../platform/live-rows.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { announcementKeys } from './keys.ts';

const lists: RowLists<AnnouncementView> = {
  queryKey: announcementKeys.pages,
  field: 'records',
  staysPlaced: (held, record) => held.title === record.title,
};

export const announcementsLive: Live = {
  'company-announcement': hearAnnouncement,
  'announcements-read': (cache, { ids }) => markRead(cache, ids),
};

/** One piece of news about an announcement. */
export function hearAnnouncement(cache: QueryClient, news: News<'company-announcement'>): void {
  if (news.action === 'delete') removeAnnouncement(cache, news.id);
  else {
    applyAnnouncement(cache, news.record);
    refreshSoon(cache, announcementKeys.one(news.record.id));
  }
}

/** Puts an announcement into the lists, and among what everybody is shown as long as it is active; an older copy than ours is dropped. */
export function applyAnnouncement(cache: QueryClient, record: AnnouncementView): void {
  changeHeld<ShownAnnouncement[]>(cache, announcementKeys.shown, (shown) => withAnnouncement(shown, record));
  applyRow(cache, lists, record);
}

/** Takes an announcement out of the lists. */
export function removeAnnouncement(cache: QueryClient, announcementId: number): void {
  void cache.invalidateQueries({ queryKey: announcementKeys.one(announcementId) });
  changeHeld<ShownAnnouncement[]>(cache, announcementKeys.shown, (shown) => shown.filter(({ id }) => id !== announcementId));
  removeRow(cache, lists, announcementId);
}

/** The person has read these. */
export function markRead(cache: QueryClient, ids: readonly number[]): void {
  changeHeld<ShownAnnouncement[]>(cache, announcementKeys.shown, (shown) =>
    shown.map((each) => (ids.includes(each.id) && !each.read ? { ...each, read: true } : each)),
  );
}

function withAnnouncement(shown: ShownAnnouncement[], record: AnnouncementView): ShownAnnouncement[] {
  const held = shown.find(({ id }) => id === record.id);
  if (held && record.updatedAt < held.updatedAt) return shown;
  if (!record.status) return shown.filter(({ id }) => id !== record.id);
  if (held) return shown.map((each) => (each.id === record.id ? { ...each, ...record } : each));
  return [...shown, { ...record, read: false }].sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
}
