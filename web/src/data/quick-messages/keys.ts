export const quickMessageKeys = {
  pages: ['quick-messages', 'page'] as const,
  page: (searchParam: string) => [...quickMessageKeys.pages, searchParam] as const,
  one: (quickMessageId: number) => ['quick-messages', 'one', quickMessageId] as const,
  choices: ['quick-messages', 'choices'] as const,
};
