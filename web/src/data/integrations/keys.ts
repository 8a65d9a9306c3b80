export const integrationKeys = {
  pages: ['integrations', 'page'] as const,
  page: (searchParam: string) => [...integrationKeys.pages, searchParam] as const,
  choices: ['integrations', 'choices'] as const,
  one: (integrationId: number) => ['integrations', 'one', integrationId] as const,
};
