export const planKeys = {
  all: ['plans'] as const,
  choices: ['plans', 'public'] as const,
  page: (searchParam: string) => ['plans', 'page', searchParam] as const,
  one: (planId: number) => ['plans', 'one', planId] as const,
};
