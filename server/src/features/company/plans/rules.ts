/** The plan of a new installation; value in BRL a month. */
export const firstPlan = { name: 'Plano 1', users: 10, connections: 10, queues: 10, value: 30 } as const;
