export const inboxHelpKeys = {
  setUp: ['inbox-help'] as const,
  offer: ['inbox-help', 'offer'] as const,
  settings: ['inbox-help', 'settings'] as const,
  translation: (messageId: string, language: string) => ['translations', messageId, language] as const,
};
