export const integrationKeys = {
  pages: ['integrations', 'page'] as const,
  page: (searchParam: string) => [...integrationKeys.pages, searchParam] as const,
  choices: ['integrations', 'choices'] as const,
  deliveries: (integrationId: number) => ['integrations', 'deliveries', integrationId] as const,
  log: (integrationId: number, failed: boolean) => [...integrationKeys.deliveries(integrationId), { failed }] as const,
  delivery: (deliveryId: number) => ['integrations', 'delivery', deliveryId] as const,
  one: (integrationId: number) => ['integrations', 'one', integrationId] as const,
};
