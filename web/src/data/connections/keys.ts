export const connectionKeys = {
  all: ['connections'] as const,
  list: ['connections', 'list'] as const,
  details: ['connections', 'one'] as const,
  one: (id: number) => [...connectionKeys.details, id] as const,
  allHealth: ['connections', 'health'] as const,
  health: (id: number) => [...connectionKeys.allHealth, id] as const,
};
