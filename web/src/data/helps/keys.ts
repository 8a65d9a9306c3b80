export const helpKeys = {
  all: ['helps', 'all'] as const,
  one: (helpId: number) => ['helps', 'one', helpId] as const,
};
