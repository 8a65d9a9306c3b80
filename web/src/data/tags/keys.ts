export const tagKeys = {
  pages: ['tags', 'page'] as const,
  page: (searchParam: string) => [...tagKeys.pages, searchParam] as const,
  one: (tagId: number) => ['tags', 'one', tagId] as const,
  lanes: ['tags', 'lanes'] as const,
  choices: ['tags', 'choices'] as const,
};
