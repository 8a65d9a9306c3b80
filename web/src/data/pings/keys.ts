export const pingKeys = {
  all: ['pings'] as const,
  allFollowers: ['followers'] as const,
  followers: (ticketId: number) => [...pingKeys.allFollowers, ticketId] as const,
};
