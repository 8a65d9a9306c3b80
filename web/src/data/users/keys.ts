export const userKeys = {
  all: ['users'] as const,
  pages: ['users', 'pages'] as const,
  page: (searchParam: string) => [...userKeys.pages, searchParam] as const,
  one: (userId: number) => ['users', 'one', userId] as const,
  colleagues: ['users', 'colleagues'] as const,
};
