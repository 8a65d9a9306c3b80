export const noticeKeys = { own: ['notices', 'own'] as const };
