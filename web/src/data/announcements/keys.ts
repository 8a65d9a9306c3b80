export const announcementKeys = {
  pages: ['announcements', 'page'] as const,
  page: (searchParam: string) => [...announcementKeys.pages, searchParam] as const,
  one: (announcementId: number) => ['announcements', 'one', announcementId] as const,
  shown: ['announcements', 'shown'] as const,
};
