export const promptKeys = {
  pages: ['prompts', 'page'] as const,
  page: (searchParam: string) => [...promptKeys.pages, searchParam] as const,
  choices: ['prompts', 'choices'] as const,
  one: (promptId: number) => ['prompts', 'one', promptId] as const,
  usage: ['prompts', 'usage'] as const,
};
