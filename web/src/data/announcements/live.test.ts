import type { AnnouncementView, ShownAnnouncement } from '@balcao/contract/announcements';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { announcementKeys } from './keys.ts';
import { announcementsLive, hearAnnouncement } from './live.ts';

const later = '2026-11-21T13:00:00.000Z';

test('a new one comes first and is unread, a changed one stays read, one that became inactive leaves', () => {
  const cache = cacheWith({ ...record(1), read: true }, { ...record(2), read: false });
  hearAnnouncement(cache, { action: 'create', record: { ...record(3), createdAt: later } });
  hearAnnouncement(cache, { action: 'update', record: { ...record(1), title: 'Mudou', updatedAt: later } });
  hearAnnouncement(cache, { action: 'update', record: { ...record(2), status: false, updatedAt: later } });
  expect(shown(cache)).toEqual([
    [3, 'Aviso', false],
    [1, 'Mudou', true],
  ]);
});

test('an older copy changes nothing', () => {
  const cache = cacheWith({ ...record(1), read: true });
  hearAnnouncement(cache, { action: 'update', record: { ...record(1), title: 'Novo', updatedAt: '2026-11-21T13:00:00.000Z' } });
  hearAnnouncement(cache, { action: 'update', record: { ...record(1), status: false } });
  expect(shown(cache)).toEqual([[1, 'Novo', true]]);
});

test('one of which only operators hear is not shown', () => {
  const cache = cacheWith();
  hearAnnouncement(cache, { action: 'create', record: { ...record(1), status: false } });
  expect(shown(cache)).toEqual([]);
});

test('what was read in another window is read here', () => {
  const cache = cacheWith({ ...record(2), read: false }, { ...record(1), read: false });
  announcementsLive['announcements-read']?.(cache, { ids: [1] }, {} as never);
  expect(shown(cache)).toEqual([
    [2, 'Aviso', false],
    [1, 'Aviso', true],
  ]);
});

function cacheWith(...records: ShownAnnouncement[]): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(announcementKeys.shown, records);
  return cache;
}

function shown(cache: QueryClient) {
  return cache.getQueryData<ShownAnnouncement[]>(announcementKeys.shown)?.map(({ id, title, read }) => [id, title, read]);
}

function record(id: number): AnnouncementView {
  const at = '2026-11-21T12:00:00.000Z';
  const text = { title: 'Aviso', text: 'Texto', priority: 3, status: true } as const;
  return { id, ...text, mediaPath: null, mediaName: null, companyId: 1, createdAt: at, updatedAt: at };
}
