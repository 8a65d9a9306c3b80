export const automationKeys = {
  all: ['automations'] as const,
  list: ['automations', 'list'] as const,
  one: (automationId: number) => ['automations', 'one', automationId] as const,
  log: (automationId: number | null) => ['automations', 'log', automationId] as const,
};
