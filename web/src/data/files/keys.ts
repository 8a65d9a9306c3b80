export const fileKeys = {
  pages: ['files', 'page'] as const,
  page: (searchParam: string) => [...fileKeys.pages, searchParam] as const,
  details: ['files', 'one'] as const,
  one: (fileListId: number) => [...fileKeys.details, fileListId] as const,
};
